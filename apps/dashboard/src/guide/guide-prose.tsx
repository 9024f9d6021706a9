import { Anchor, Code, Image, List, Text, Title, type TitleOrder } from '@mantine/core';
import { compiler, RuleType, type MarkdownToJSX } from 'markdown-to-jsx/react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Copyable } from '../parts/copyable';
import { fileAt, resolveLink } from './places';
import { toAnchor } from './sections';

interface Around {
  children?: ReactNode;
}

/** Shifts the page's headings one level down, below the guide's own. */
const heading = (level: number) => (props: Around & { id?: string }) => (
  <Title order={Math.min(level + 1, 6) as TitleOrder} mt={level > 1 ? 'lg' : 0} mb="xs" id={props.id}>
    {props.children}
  </Title>
);

/** Resolves links and images of a file in docs/ as GitHub does: relative to the file. */
function linked(file: string): MarkdownToJSX.Overrides {
  const link = ({ href = '', children }: Around & { href?: string }) => {
    const place = resolveLink(href, file);
    if (!place) return <>{children}</>;
    if ('file' in place)
      return (
        <Image
          src={place.file}
          alt={[children]
            .flat()
            .filter((each) => typeof each === 'string')
            .join('')}
          w="auto"
          maw="100%"
          my="sm"
        />
      );
    const isHere = 'page' in place && fileAt(place.page.split('#')[0]!) === file;
    if ('elsewhere' in place || isHere)
      return (
        <Anchor href={'page' in place ? place.page : place.elsewhere} inherit underline="always">
          {children}
        </Anchor>
      );
    return (
      <Anchor component={Link} href={place.page} inherit underline="always">
        {children}
      </Anchor>
    );
  };
  const image = ({ src = '', alt = '' }: { src?: string; alt?: string }) => {
    const place = resolveLink(src, file);
    return place && 'file' in place ? <Image src={place.file} alt={alt} w="auto" maw="100%" my="sm" /> : null;
  };
  return { a: link, img: image };
}

const LOOKS: MarkdownToJSX.Overrides = {
  ...Object.fromEntries([1, 2, 3, 4].map((level) => [`h${level}`, heading(level)])),
  p: ({ children }: Around) => (
    <Text mb="sm" component="div">
      {children}
    </Text>
  ),
  ul: ({ children }: Around) => <List mb="sm">{children}</List>,
  ol: ({ children }: Around) => (
    <List type="ordered" mb="sm">
      {children}
    </List>
  ),
  li: List.Item,
  code: Code,
  table: ({ children }: Around) => (
    <div className="prose-table" tabIndex={0} role="group" aria-label="A table of the text">
      <table>{children}</table>
    </div>
  ),
};

/** Hides the source of a diagram, because its image follows. Other code blocks can be copied. */
const block = (text: string, language?: string): ReactNode =>
  language === 'mermaid' ? null : <Copyable text={text} label={`Copy${language ? ` ${language}` : ''}`} />;

/** A page of docs/. */
export function GuideProse({ file, children }: { file: string; children: string }) {
  const options: MarkdownToJSX.Options = {
    overrides: { ...LOOKS, ...linked(file) },
    slugify: toAnchor,
    forceBlock: true,
    renderRule: (next, node, _render, state) =>
      node.type === RuleType.codeBlock ? (
        <div className="guide-code" key={state.key}>
          {block(node.text, node.lang?.split(' ')[0])}
        </div>
      ) : (
        next()
      ),
  };
  return <div className="prose guide">{compiler(children, options)}</div>;
}
