import { useEffect } from 'react';
import { Loaded } from '../parts/loaded';
import { operationAt, nameOf, operationsOf, type ApiDocument } from './document';
import { Frame } from './frame';
import { Menu } from './menu';
import { OperationPage } from './operation-page';
import { Overview } from './overview';
import { useDocument, useHash } from './queries';

/** The API reference, from the service's own OpenAPI document. Reading it needs no sign-in. */
export default function ReferencePage() {
  return <Loaded query={useDocument()}>{(document) => <Reference of={document} />}</Loaded>;
}

function Reference({ of: document }: { of: ApiDocument }) {
  const hash = useHash();
  const operations = operationsOf(document);
  const chosen = operationAt(operations, hash);
  useEffect(() => {
    window.document.title = `${chosen ? nameOf(chosen.id) : 'API reference'} · Percept`;
    window.scrollTo(0, 0);
  }, [chosen?.id]);
  return (
    <Frame
      title="Percept API"
      menuName="Operations"
      menu={(close) => <Menu key={chosen?.tag ?? ''} operations={operations} chosen={chosen} onChosen={close} />}
      links={[
        { href: '/guide', label: 'Guide' },
        { href: '/', label: 'Dashboard' },
      ]}
    >
      {chosen ? <OperationPage of={chosen} document={document} /> : <Overview of={document} operations={operations} />}
    </Frame>
  );
}
