import { Modal, Text, TextInput } from '@mantine/core';
import { useState, type KeyboardEvent } from 'react';
import { useLocation } from 'wouter';
import { PAGES } from './navigation';
import { usePipelines } from './pipelines/queries';
import { useCapabilities } from './playground/any/queries';
import { useWebhooks } from './webhooks/queries';

interface Command {
  kind: string;
  label: string;
  href: string;
}

const MAX_SHOWN = 12;
const LIST = 'palette-list';

/** Commands for everything that has an address. */
function useCommands(): Command[] {
  const [pipelines, capabilities, webhooks] = [usePipelines().data, useCapabilities().data, useWebhooks().data];
  return [
    ...PAGES.map(({ path, label }) => ({ kind: 'Page', label, href: path })),
    { kind: 'Page', label: 'Account and audit log', href: '/account' },
    { kind: 'Page', label: 'Failed requests', href: '/logs?status=error' },
    ...(pipelines ?? []).map(({ name }) => ({ kind: 'Pipeline', label: name, href: `/pipelines/${name}` })),
    ...(capabilities ?? []).map(({ id }) => ({ kind: 'Try', label: id, href: `/playground?capability=${id}` })),
    ...(webhooks ?? []).map(({ id, description, url }) => ({
      kind: 'Webhook',
      label: description ?? url,
      href: `/webhooks/${id}`,
    })),
  ];
}

/** Links for the id of a run or a request. */
function byId(text: string): Command[] {
  const id = text.trim();
  if (/^run_\w+$/.test(id)) return [{ kind: 'Run', label: id, href: `/runs/${id}` }];
  return /^req_\w+$/.test(id) ? [{ kind: 'Request', label: id, href: `/logs?search=${id}` }] : [];
}

/** Opens a page, a pipeline, a capability, an endpoint, a run or a request by a few letters of its name or id. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const [, navigate] = useLocation();
  const commands = useCommands();
  const words = text.toLowerCase().split(/\s+/);
  const named = commands.filter(({ kind, label }) => words.every((word) => `${kind} ${label}`.toLowerCase().includes(word)));
  const shown = [...byId(text), ...named].slice(0, MAX_SHOWN);
  const go = (command: Command | undefined) => {
    if (!command) return;
    onClose();
    navigate(command.href);
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      setAt((at + step + shown.length) % Math.max(1, shown.length));
    } else if (event.key === 'Enter') go(shown[at]);
  };
  return (
    <Modal opened onClose={onClose} title="Go to" closeButtonProps={{ 'aria-label': 'Close' }}>
      <TextInput
        aria-label="Go to"
        placeholder="A page, a pipeline, a capability, or the id of a run or request"
        data-autofocus
        role="combobox"
        aria-expanded
        aria-controls={LIST}
        aria-activedescendant={shown[at] && `${LIST}-${at}`}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setAt(0);
        }}
        onKeyDown={press}
      />
      <div role="listbox" id={LIST} aria-label="Places" className="palette">
        {shown.map((command, index) => (
          <div
            key={command.href}
            id={`${LIST}-${index}`}
            role="option"
            aria-selected={index === at}
            onPointerMove={() => setAt(index)}
            onClick={() => go(command)}
          >
            <Text size="sm" span>
              {command.label}
            </Text>
            <Text size="xs" span>
              {command.kind}
            </Text>
          </div>
        ))}
      </div>
      {shown.length === 0 && (
        <Text size="sm" mt="xs" role="status">
          No match.
        </Text>
      )}
    </Modal>
  );
}
