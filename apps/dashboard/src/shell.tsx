import {
  ActionIcon,
  Anchor,
  AppShell,
  Box,
  Burger,
  Button,
  Group,
  NavLink,
  Text,
  Title,
  Alert,
  NativeSelect,
} from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { lazy, Suspense, type ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { PAGES } from './navigation';
import { Boundary } from './parts/boundary';
import { Failure } from './parts/failure';
import { Icon } from './parts/icon';
import { SchemeSwitch } from './parts/scheme-switch';
import { useSession, useSignOut } from './session/session';
import { useQuery } from '@tanstack/react-query';
import { chosenProject, useProjects, workIn } from './projects/projects';

const LOOK_MS = 300_000;
const ENTRY = /assets\/index-[\w-]+\.js/;

/** The script that this page was loaded with. */
const BEGAN_WITH = ENTRY.exec(document.querySelector('script[type=module]')?.getAttribute('src') ?? '')?.[0];

const Palette = lazy(() => import('./palette'));

export function Shell({ children }: { children: ReactNode }) {
  const [open, { toggle, close }] = useDisclosure(false);
  const [going, { open: go, close: stay }] = useDisclosure(false);
  useHotkeys([['mod+K', go]], []);
  useHotkeys([['Escape', close]]);
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
          {/* All at once: the account's buttons would move the others. */}
          <Group gap="md" wrap="nowrap" display={session || isError ? undefined : 'none'}>
            <Button
              variant="default"
              size="sm"
              onClick={go}
              leftSection={<Icon name="search" size={16} />}
              aria-keyshortcuts="Control+K"
              visibleFrom="xs"
            >
              Go to …
            </Button>
            <ActionIcon variant="default" size="lg" onClick={go} hiddenFrom="xs" aria-label="Go to …">
              <Icon name="search" size={16} />
            </ActionIcon>
            <Anchor href="/guide" size="sm" visibleFrom="sm">
              Guide
            </Anchor>
            <Anchor href="/docs" size="sm" visibleFrom="sm">
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
      {/* On a phone the menu is a sheet over the page; a tap beside it closes it. */}
      {open && <Box className="backdrop" hiddenFrom="sm" onClick={close} />}
      <AppShell.Navbar p="xs" aria-label="Pages">
        {session && <ProjectSwitch />}
        <Menu onChosen={close} />
        <NavLink href="/guide" label={<Text size="sm">Guide</Text>} hiddenFrom="sm" />
        <NavLink href="/docs" label={<Text size="sm">API reference</Text>} hiddenFrom="sm" />
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1}>
        <Updated />
        {session ? children : isError && <Failure error={error} />}
      </AppShell.Main>
    </AppShell>
  );
}

/** Pages of runs belong to the menu item of pipelines. */
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

/** Whether the service has another dashboard version than this page. Checked when the user returns to the page. */
async function isOutdated(): Promise<boolean> {
  if (!BEGAN_WITH) return false;
  const response = await fetch('/', { cache: 'no-store' });
  const served = response.ok ? ENTRY.exec(await response.text())?.[0] : undefined;
  return served !== undefined && served !== BEGAN_WITH;
}

/** Says that Percept was updated while the page was open. It does not reload by itself, because a form may be half filled. */
function Updated() {
  const { data } = useQuery({
    queryKey: ['outdated'],
    queryFn: isOutdated,
    refetchInterval: LOOK_MS,
    staleTime: 60_000,
    retry: false,
  });
  if (!data) return null;
  return (
    <Alert color="blue" variant="light" mb="md" role="status">
      <Group justify="space-between">
        <Text size="sm">Percept was updated. This page still runs the previous version.</Text>
        <Button size="sm" onClick={() => window.location.reload()}>
          Reload
        </Button>
      </Group>
    </Alert>
  );
}

/** Chooses the project that the dashboard works in. Hidden from users with only one. */
function ProjectSwitch() {
  const { data: projects = [] } = useProjects();
  const [own] = projects;
  if (!own || projects.length === 1) return null;
  return (
    <NativeSelect
      label="Project"
      mb="xs"
      data={projects.map(({ id, name }) => ({ value: id, label: name }))}
      value={chosenProject() ?? own.id}
      onChange={({ target: { value } }) => workIn(value === own.id ? undefined : value)}
    />
  );
}

/** Shows who is signed in, and a way to sign out. */
function AccountMenu() {
  const { data: session } = useSession();
  const signOut = useSignOut({ everywhere: false });
  if (!session) return null;
  if (session.kind === 'anyone')
    return (
      <Text size="sm" visibleFrom="sm" title="PERCEPT_AUTH=off: every request from this machine is let in.">
        Sign-in is off
      </Text>
    );
  return (
    <Group gap="xs" wrap="nowrap">
      <Button component={Link} href="/account" variant="default" size="sm" title="Password, sessions and the audit log">
        {session.name}
      </Button>
      <Button variant="subtle" size="sm" onClick={() => signOut.mutate()} visibleFrom="xs">
        Sign out
      </Button>
    </Group>
  );
}
