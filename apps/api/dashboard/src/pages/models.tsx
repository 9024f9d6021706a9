import { Page } from '../parts/page';

export default function Models() {
  return <Page title="Models">…</Page>;
}
