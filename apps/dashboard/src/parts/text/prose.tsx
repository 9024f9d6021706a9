import { Anchor, Code, List, Table, Text, Title } from '@mantine/core';
import { compiler, type MarkdownToJSX } from 'markdown-to-jsx/react';
import type { ReactNode } from 'react';

/** Headings in the text rank below the heading of the part that shows it. */
const heading = ({ children }: { children: ReactNode }) => (
  <Title order={4} mt="xs" mb={4}>
    {children}
  </Title>
);

const LOOKS: MarkdownToJSX.Options = {
  // Never interprets HTML: tags are shown as text.
  disableParsingRawHTML: true,
  overrides: {
    ...Object.fromEntries(['h1', 'h2', 'h3', 'h4'].map((level) => [level, heading])),
    p: ({ children }: { children: ReactNode }) => (
      <Text size="sm" mb={4}>
        {children}
      </Text>
    ),
    ul: ({ children }: { children: ReactNode }) => (
      <List size="sm" spacing={4}>
        {children}
      </List>
    ),
    li: List.Item,
    code: Code,
    pre: ({ children }: { children: ReactNode }) => (
      <pre className="prose-code" tabIndex={0}>
        {children}
      </pre>
    ),
    table: ({ children }: { children: ReactNode }) => (
      <div className="prose-table" tabIndex={0} role="group" aria-label="A table of the text">
        <Table>{children}</Table>
      </div>
    ),
    a: { component: Anchor, props: { inherit: true, underline: 'always' } },
  },
};

/** A Markdown text. */
export function Prose({ children }: { children: string }) {
  return <div className="prose">{compiler(children, { ...LOOKS, forceBlock: true })}</div>;
}

/** One line of inline Markdown. */
export function InlineMarkdown({ children }: { children: string }) {
  return compiler(children, { ...LOOKS, forceInline: true, wrapper: null });
}
