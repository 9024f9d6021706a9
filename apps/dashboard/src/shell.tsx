import {
  ActionIcon,
  Anchor,
  AppShell,
  Burger,
  Button,
  Group,
  NavLink,
  Text,
  Title,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { lazy, Suspense, type ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { PAGES } from './navigation';
import { Boundary } from './parts/boundary';
import { Failure } from './parts/failure';
import { Icon } from './parts/icon';
import { Updated } from './parts/updated';
import { ProjectSwitch } from './projects/project-switch';
import { AccountMenu } from './session/account-menu';
import { useSession } from './session/session';

const Palette = lazy(() => import('./palette'));

export function Shell({ children }: { children: ReactNode }) {
  const [open, { toggle, close }] = useDisclosure(false);
  const [going, { open: go, close: stay }] = useDisclosure(false);
  useHotkeys([['mod+K', go]], []);
  const { data: session, isError, error } = useSession();
  return (
    <AppShell header={{ height: 56 }} navbar={{ width: 200, breakpoint: 'sm', collapsed: { mobile: !open } }} padding="md">
      <a href="#content" className="skip">
        Skip to content
      </a>
      <AppShell.Header px="md">
        <Group h="100%" justify="space-between" wrap="nowrap">
          <Group gap="xs" wrap="nowrap">
            <Burger opened={open} onClick={toggle} hiddenFrom="sm" size="sm" aria-label="Menu" aria-expanded={open} />
            <img src="/icon.svg" alt="" width={26} height={26} />
            <Title order={1} size="h3">
              Percept
            </Title>
          </Group>
          <Group gap="md" wrap="nowrap">
            <Button
              variant="default"
              size="sm"
              onClick={go}
              leftSection={<Icon name="search" size={16} />}
              aria-keyshortcuts="Control+K"
            >
              Go to …
            </Button>
            <Anchor href="/docs" size="sm" visibleFrom="xs">
              API reference
            </Anchor>
            <SchemeSwitch />
            <AccountMenu />
          </Group>
        </Group>
      </AppShell.Header>
      {going && session && (
        <Boundary>
          <Suspense>
            <Palette onClose={stay} />
          </Suspense>
        </Boundary>
      )}
      <AppShell.Navbar p="xs" aria-label="Pages">
        {session && <ProjectSwitch />}
        <Menu onChosen={close} />
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1}>
        <Updated />
        {session ? children : isError && <Failure error={error} />}
      </AppShell.Main>
    </AppShell>
  );
}

/** Runs are looked at among the pipelines. */
const RUNS = /^\/runs\//;

function Menu({ onChosen }: { onChosen: () => void }) {
  const [location] = useLocation();
  const isHere = (path: string) =>
    path === '/' ? location === '/' : location.startsWith(path) || (RUNS.test(location) && path === '/pipelines');
  return PAGES.map(({ path, label, icon }) => (
    <NavLink
      key={path}
      component={Link}
      href={path}
      label={<Text size="sm">{label}</Text>}
      leftSection={<Icon name={icon} />}
      active={isHere(path)}
      aria-current={isHere(path) ? 'page' : undefined}
      onClick={onChosen}
    />
  ));
}

function SchemeSwitch() {
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme('light');
  const other = scheme === 'dark' ? 'light' : 'dark';
  return (
    <ActionIcon variant="default" size="lg" onClick={() => setColorScheme(other)} aria-label={`Switch to ${other} colours`}>
      <svg width="18" height="18" viewBox="0 0 24 24" aria-hidden="true">
        <circle cx="12" cy="12" r="9" fill="none" stroke="currentColor" strokeWidth="2" />
        <path d="M12 3a9 9 0 0 1 0 18z" fill="currentColor" />
      </svg>
    </ActionIcon>
  );
}
