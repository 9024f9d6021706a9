import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { transform } from 'lightningcss';
import sharp from 'sharp';
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

/** Class names of Mantine's components, which it makes by hashing. */
const COMPONENT = /\bm_[0-9a-f]{6,8}\b/g;

/** Leaves out the styles of Mantine's components that no script names: it has four times as many as are used. */
function usedStyles(): Plugin {
  return {
    name: 'used-styles',
    apply: 'build',
    generateBundle(_options, bundle) {
      const files = Object.values(bundle);
      const used = new Set(files.flatMap((file) => (file.type === 'chunk' ? (file.code.match(COMPONENT) ?? []) : [])));
      const isUsed = (selector: unknown) => (JSON.stringify(selector).match(COMPONENT) ?? []).every((name) => used.has(name));
      for (const file of files) {
        if (file.type !== 'asset' || !file.fileName.endsWith('.css')) continue;
        const { code } = transform({
          filename: file.fileName,
          code: Buffer.from(file.source),
          minify: true,
          visitor: { Rule: { style: (rule) => (rule.value.selectors.some(isUsed) ? undefined : []) } },
        });
        file.source = code;
      }
    },
  };
}

/** Small copies of the pictures that come with Percept, for the buttons of the playground. */
function thumbnails(...folders: string[]): Plugin {
  return {
    name: 'thumbnails',
    apply: 'build',
    async generateBundle() {
      for (const path of folders.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))) {
        const name = basename(path);
        const source = await sharp(path).resize(128, 96, { fit: 'cover', position: 'top' }).webp({ quality: 70 }).toBuffer();
        this.emitFile({ type: 'asset', fileName: `assets/sample-${name.replace(/\.\w+$/, '')}.webp`, source });
      }
    },
  };
}

export default defineConfig({
  root: ROOT,
  // The service puts a number of its own there into each answer.
  html: { cspNonce: '__CSP_NONCE__' },
  plugins: [
    usedStyles(),
    thumbnails(join(ROOT, '../../examples/images'), join(ROOT, '../../examples/documents')),
    compressed(join(ROOT, 'dist')),
  ],
  oxc: { jsx: { runtime: 'automatic' } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    rolldownOptions: {
      // Mantine marks its files for React's server components, which there are none of here.
      output: {
        // One file for what every page needs, one for what many do: eighty small ones cost more in headers than they save.
        codeSplitting: {
          groups: [
            { name: 'base', test: /node_modules\//, tags: ['$initial'] },
            { name: 'parts', test: /node_modules\/(@mantine|@floating-ui|@tanstack|react[\w-]*)\//, minShareCount: 4 },
          ],
        },
      },
      onLog: (level, log, tell) => log.code !== 'MODULE_LEVEL_DIRECTIVE' && tell(level, log),
    },
  },
  // `npx vite apps/dashboard` while working on it: the page from here, everything else from a running service.
  server: { proxy: { '^/(v1|v2|health|metrics|docs|openapi|schemas)': SERVICE } },
});
