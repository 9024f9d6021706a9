import { Anchor } from '@mantine/core';
import { Link } from 'wouter';
import { Empty } from '../parts/empty';
import { Page } from '../parts/page';

export default function NotFound() {
  return (
    <Page title="No such page">
      <Empty title="Nothing lives under this address">
        Go back to the{' '}
        <Anchor component={Link} href="/">
          playground
        </Anchor>
        .
      </Empty>
    </Page>
  );
}
