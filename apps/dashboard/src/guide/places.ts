/** The target of a page's link: a page or image of the guide, another address, or undefined if the service does not serve it. */
type LinkTarget = { page: string } | { file: string } | { elsewhere: string } | undefined;

const START = 'http://guide/docs/';
const FILES = /\.(png|svg)$/;

/** The file of the page at an address: `/guide/guides/webhooks` is `guides/webhooks.md`, `/guide` the first page. */
export function fileAt(address: string): string {
  const path = address.replace(/^\/guide\/?/, '').replace(/(\.md)?\/?$/, '');
  return `${path === '' ? 'README' : path}.md`;
}

/** The address of the page with this file, with an optional anchor. */
export function pageAddress(file: string, hash = ''): string {
  const path = file.replace(/\.md$/, '');
  return `/guide${path === 'README' ? '' : `/${path}`}${hash}`;
}

/** Resolves a link of a file in docs/ as GitHub does. */
export function resolveLink(link: string, file: string): LinkTarget {
  if (/^[a-z]+:/i.test(link)) return { elsewhere: link };
  if (link.startsWith('#')) return { elsewhere: link };
  const { href, pathname, hash } = new URL(link, `${START}${file}`);
  if (!href.startsWith(START)) return undefined;
  const path = decodeURIComponent(pathname.slice(new URL(START).pathname.length));
  if (path.endsWith('.md')) return { page: pageAddress(path, hash) };
  return FILES.test(path) ? { file: `/guide-files/${path}` } : undefined;
}
