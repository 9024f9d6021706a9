/**
 * The bare machines. Each one is Debian's minimal system with Node and npm and nothing else.
 *
 * @typedef {object} Machine
 * @property {string} name
 * @property {string} about what is special about it, for --help and the report
 * @property {string} [node] version of Node; the default is DEFAULT_NODE
 * @property {'archive' | 'package'} [from] a copy of the repository (default), or our tarball installed with `npm install -g`
 * @property {string} [folder] name of the folder that Percept lies in
 * @property {'root'} [installedBy] root installs, an ordinary user runs; without it one ordinary user does both
 * @property {boolean} [readOnly] the folder is mounted read-only after the installation
 * @property {boolean} [home] false: HOME is not set
 * @property {string} [umask]
 * @property {number} [nice]
 * @property {Record<string, string>} [env]
 * @property {number} [memoryMiB] limit of its memory, with one core
 * @property {boolean} [compiler] with Python and a C++ compiler
 * @property {boolean} [offline] no network after the installation
 * @property {string} [noTests] why `npm test` is left out
 */

const FOREIGN_CLONE = 'the tests build the clients and the package in the clone, which its user may not write';

export const DEFAULT_NODE = '24';
/** Every Node we support, and the npm it is tried with. Pinned: a new version is tried on purpose. npm 12 runs no scripts of packages. */
export const NODES = {
  20.19: { node: '20.19.6', npm: '10.9.9' },
  22: { node: '22.23.3', npm: '10.9.9' },
  24: { node: '24.21.0', npm: '11.21.2' },
  26: { node: '26.10.0', npm: '12.2.0' },
};

const HARD = {
  folder: 'my prüfung',
  home: false,
  umask: '077',
  env: { LANG: 'C', LC_ALL: 'C' },
  nice: 10,
  memoryMiB: 1024,
  offline: true,
};

/** @type {Machine[]} */
export const QUICK = [
  { name: 'hard', about: 'space and ü in the folder, no HOME, umask 077, LANG=C, nice 10, 1 GiB, one core, offline', ...HARD },
  {
    name: 'hard-package',
    about: 'the tarball, installed by root on Node 22, run by a user without HOME, umask 077, NODE_ENV=production',
    node: '22',
    from: 'package',
    home: false,
    umask: '077',
    env: { NODE_ENV: 'production' },
  },
];

/** @type {Machine[]} */
export const ALL = [
  { name: 'user', about: 'an ordinary user' },
  { name: 'folder', about: 'a folder with a space and ü in its name', folder: 'my prüfung' },
  { name: 'no-home', about: 'HOME is not set', home: false },
  { name: 'umask', about: 'umask 077', umask: '077' },
  { name: 'lang-c', about: 'LANG=C', env: { LANG: 'C', LC_ALL: 'C' } },
  { name: 'small', about: '1 GiB of memory and one core', memoryMiB: 1024 },
  { name: 'root-installed', about: 'installed by root, run by another user', installedBy: 'root', noTests: FOREIGN_CLONE },
  { name: 'package', about: 'the tarball, installed globally by root, run by another user in an empty folder', from: 'package' },
  { name: 'offline', about: 'no network after npm ci', offline: true },
  { name: 'production', about: 'NODE_ENV=production', env: { NODE_ENV: 'production' } },
  {
    name: 'read-only',
    about: 'installed by root, the folder read-only',
    installedBy: 'root',
    readOnly: true,
    noTests: FOREIGN_CLONE,
  },
  { name: 'nice', about: 'nice -n 10', nice: 10 },
  {
    name: 'node-20.19',
    about: 'Node 20.19, npm 10, with a compiler for better-sqlite3',
    node: '20.19',
    compiler: true,
    // SQLite is compiled in a third of the time.
    env: { CFLAGS: '-O0', CXXFLAGS: '-O0' },
  },
  { name: 'node-22', about: 'Node 22, npm 10', node: '22' },
  { name: 'node-24', about: 'Node 24, npm 11', node: '24' },
  { name: 'node-26', about: 'Node 26, npm 12', node: '26' },
  { name: 'package-26', about: 'the tarball on Node 26, npm 12', node: '26', from: 'package' },
  ...QUICK,
];
