const Sequencer = require('@jest/test-sequencer').default;

/** They take half a minute and more. Jest does not know that in a fresh clone, and the one that begins last keeps a core waiting. */
const SLOW = [
  'test/dashboard/dashboard.spec.ts',
  'test/e2e/runs/kill.spec.ts',
  'test/e2e/docs/commands-of-pages.spec.ts',
  'libs/plugins/text/sentiment.spec.ts',
  'test/e2e/http/service.spec.ts',
  'test/e2e/http/sessions.spec.ts',
  'test/e2e/capabilities/video.spec.ts',
  'test/e2e/install/cli.spec.ts',
  'test/e2e/durable/bull-queue.spec.ts',
  'test/e2e/operating/monitoring.spec.ts',
  'test/e2e/install/doctor.spec.ts',
  'test/e2e/access/projects.spec.ts',
  'test/e2e/plugins/plugin-authoring.spec.ts',
  'test/e2e/capabilities/own-models.spec.ts',
  'test/e2e/durable/embedded-queue.spec.ts',
  'test/e2e/runs/worker.spec.ts',
  'test/e2e/compat/mcp/mcp.spec.ts',
  'test/e2e/access/doors.spec.ts',
];

module.exports = class extends Sequencer {
  sort(tests) {
    const place = ({ path }) => (SLOW.findIndex((slow) => path.endsWith(slow)) + SLOW.length + 1) % (SLOW.length + 1);
    return super.sort(tests).sort((one, other) => place(one) - place(other));
  }
};
