import { Anchor, Code, List } from '@mantine/core';
import { Link, useLocation } from 'wouter';
import { PAGES } from '../navigation';
import { Empty } from '../parts/empty';
import { PageFrame } from '../parts/page';

export default function NotFound() {
  const [path] = useLocation();
  return (
    <PageFrame title="No such page">
      <Empty title="There is nothing at this address">
        <Code>{path}</Code> is not a page of the dashboard. It may have been mistyped, or what it showed was deleted. These pages
        exist:
        <List mt="xs" size="sm" spacing="xs">
          {PAGES.map(({ path: href, label }) => (
            <List.Item key={href}>
              <Anchor component={Link} href={href} size="sm" underline="always">
                {label}
              </Anchor>
            </List.Item>
          ))}
        </List>
      </Empty>
    </PageFrame>
  );
}
