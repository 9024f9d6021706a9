import type { Command } from 'commander';

/** Examples of commands whose help has no other text, by the command's words. */
const EXAMPLES: Record<string, string[]> = {
  doctor: ['percept doctor', 'PERCEPT_DATA_DIR=/var/lib/percept percept doctor --json'],
  'schedule list': ['percept schedule list', "percept schedule list --json | jq '.[] | select(.paused)'"],
  'schedule ticks': ['percept schedule ticks nightly-forecast'],
  'schedule pause': ['percept schedule pause nightly-forecast/1 --until 7d'],
  'schedule resume': ['percept schedule resume nightly-forecast/1'],
  'keys list': ['percept keys list', 'percept keys list --json'],
  'keys update': ['percept keys update laptop --plan pro --expires 90d', 'percept keys update laptop --scopes predict webhooks'],
  'keys rotate': ['export PERCEPT_KEY=$(percept keys rotate laptop --json | jq -r .key)'],
  'keys revoke': ['percept keys revoke laptop'],
  'projects list': ['percept projects list', 'percept projects list --json'],
  'projects update': ['percept projects update acme --plan enterprise --monthly-limit 5000000'],
  'projects delete': ['percept backup before.tar.gz && percept projects delete acme --yes'],
  'secrets list': ['percept secrets list --project acme', 'percept secrets list --json'],
  'secrets delete': ['percept secrets delete API_TOKEN --project acme'],
  'admin totp-off': ['percept admin totp-off'],
  'plugins list': ['percept plugins list', "percept plugins list --json | jq -r '.capabilities[].id'"],
  'plugins link': ['percept plugin link ./my-plugin'],
  'plugins dev': ['percept plugin dev ./percept-plugin-brightness-meter'],
  mcp: [
    'percept mcp --toolset vision,text',
    'claude mcp add percept -- percept mcp',
    'claude mcp add percept -- percept mcp --url https://percept.example.com',
  ],
};

/** Adds the examples to the help. @throws Error if a command no longer exists. */
export function addExamples(program: Command): void {
  for (const [words, examples] of Object.entries(EXAMPLES)) {
    const command = words
      .split(' ')
      .reduce<Command | undefined>((at, name) => at?.commands.find((each) => each.name() === name), program);
    if (!command) throw new Error(`there is no command 'percept ${words}' to give examples of`);
    const lines = examples.map((example) => `  $ ${example}`).join('\n');
    command.addHelpText('after', `\n${examples.length === 1 ? 'Example' : 'Examples'}:\n${lines}`);
  }
}
