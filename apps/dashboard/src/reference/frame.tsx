import { Anchor, AppShell, Burger, Group, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { SchemeSwitch } from '../parts/scheme-switch';

interface FrameProps {
  title: string;
  /** The menu's name for screen readers. */
  menuName: string;
  menu: (close: () => void) => ReactNode;
  /** Links to the other public pages and to the dashboard. */
  links: readonly { href: string; label: string }[];
  children: ReactNode;
}

/** A public page for reading, with its own menu. */
export function ReferenceFrame({ title, menuName, menu, links, children }: FrameProps) {
  const [open, { toggle, close }] = useDisclosure(false);
  return (
    <AppShell header={{ height: 56 }} navbar={{ width: 290, breakpoint: 'sm', collapsed: { mobile: !open } }} padding="md">
      <a
        href="#content"
        className="skip"
        onClick={(event) => (event.preventDefault(), window.document.getElementById('content')?.focus())}
      >
        Skip to content
      </a>
      <AppShell.Header px="md">
        <Group h="100%" justify="space-between" wrap="nowrap">
          <Group gap="xs" wrap="nowrap">
            <Burger opened={open} onClick={toggle} hiddenFrom="sm" size="sm" aria-label={menuName} aria-expanded={open} />
            <img src="/icon.svg" alt="" width={26} height={26} />
            <Title order={1} size="h3">
              {title}
            </Title>
          </Group>
          <Group gap="md" wrap="nowrap">
            {links.map(({ href, label }) => (
              <Anchor key={href} href={href} size="sm">
                {label}
              </Anchor>
            ))}
            <SchemeSwitch />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" aria-label={menuName}>
        {menu(close)}
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1}>
        {children}
      </AppShell.Main>
    </AppShell>
  );
}
