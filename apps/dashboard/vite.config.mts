import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';

const ROOT = fileURLToPath(new URL('.', import.meta.url));
const SERVICE = process.env.PERCEPT_URL ?? 'http://127.0.0.1:3000';

/** Writes each file's compressed forms beside it once, so that the service compresses nothing. */
function compressed(folder: string): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    closeBundle() {
      for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
        if (!/\.(js|css|html|svg)$/.test(entry.name)) continue;
        const path = join(entry.parentPath, entry.name);
        writeFileSync(`${path}.gz`, gzipSync(readFileSync(path), { level: 9 }));
        writeFileSync(`${path}.br`, brotliCompressSync(readFileSync(path)));
      }
    },
  };
}

export default defineConfig({
  root: ROOT,
  plugins: [compressed(join(ROOT, 'dist'))],
  oxc: { jsx: { runtime: 'automatic' } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    rolldownOptions: {
      // Mantine marks its files for React's server components, which there are none of here.
      onLog: (level, log, tell) => log.code !== 'MODULE_LEVEL_DIRECTIVE' && tell(level, log),
    },
  },
  // `npx vite apps/dashboard` while working on it: the page from here, everything else from a running service.
  server: { proxy: { '^/(v1|v2|health|metrics|docs|openapi|schemas)': SERVICE } },
});
