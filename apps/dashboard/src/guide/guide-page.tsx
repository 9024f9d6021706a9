import { Anchor, Text, Title } from '@mantine/core';
import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { Loaded } from '../parts/loaded';
import { ReferenceFrame } from '../reference/frame';
import { GuideMenu } from './guide-menu';
import { GuideProse } from './guide-prose';
import { fileAt } from './places';
import { usePage } from './queries';
import { withReadersAddress } from './readers-address';
import { splitSections } from './sections';

const LINKS = [
  { href: '/docs', label: 'API' },
  { href: '/', label: 'Dashboard' },
];

/** Shows the pages of docs/ as on GitHub. Reading them needs no sign-in. */
export default function GuidePage() {
  const [location] = useLocation();
  const file = fileAt(location);
  const page = usePage(file);
  useEffect(() => {
    if (page.data === undefined) return;
    const title = page.data === null ? 'No such page' : (splitSections(file, page.data)[0]?.title ?? 'Guide');
    window.document.title = `${title} · Percept`;
    const place = window.document.getElementById(decodeURIComponent(window.location.hash.slice(1)));
    if (place) place.scrollIntoView();
    else window.scrollTo(0, 0);
  }, [file, page.data]);
  return (
    <ReferenceFrame
      title="Percept guide"
      menuName="Pages of the guide"
      menu={(close) => <GuideMenu file={file} onChosen={close} />}
      links={LINKS}
    >
      <Loaded query={page}>
        {(text) =>
          text === null ? (
            <Missing file={file} />
          ) : (
            <GuideProse file={file}>{withReadersAddress(text, window.location.origin)}</GuideProse>
          )
        }
      </Loaded>
    </ReferenceFrame>
  );
}

const Missing = ({ file }: { file: string }) => (
  <>
    <Title order={2}>There is no such page</Title>
    <Text>
      The guide has no page “{file.replace(/\.md$/, '')}”. Search for it, or go to the{' '}
      <Anchor href="/guide" inherit underline="always">
        first page
      </Anchor>
      .
    </Text>
  </>
);
