import type { IForbiddenRuleType } from 'dependency-cruiser'

/** Packages that only the shell may import: their import has an effect, in plain Node even a download. */
const shellPackages = '(^|/)node_modules/(electron|electron-store|keytar)/|^(electron|electron-store|keytar)$'

/**
 * What every room of the core is built on: the database and the files beside the rooms, except those that compose the
 * rooms.
 */
const ground = ['^electron/core/db/', '^electron/core/(?!(createCore|core)\\.ts$)[^/]+\\.ts$']

/** The rooms of the core that may use others, and which ones. All other rooms use none. */
const roomsUsed: Readonly<Record<string, readonly string[]>> = {
  bringing: ['library'],
  connections: ['service'],
  queue: ['service', 'connections', 'bulk'],
  delivery: ['queue', 'library', 'service'],
  export: ['library'],
  library: ['bulk'],
  previews: ['service', 'library'],
  tables: ['queue', 'connections'],
}

const room = (name: string): string => `^electron/core/${name}/`
const ours = '^(electron|renderer|scripts|tests)/'

/** The floors of the queue, and which others each of them uses. The files beside them compose them. */
const floorsUsed: Readonly<Record<string, readonly string[]>> = {
  rows: [],
  engine: ['rows'],
  commands: ['rows'],
  views: ['rows'],
}

const queue = room('queue')
const floor = (name: string): string => `${queue}${name}/`

const queueFloors: readonly IForbiddenRuleType[] = [
  ...Object.entries(floorsUsed).map(
    ([name, used]): IForbiddenRuleType => ({
      name: `queue-${name}`,
      severity: 'error',
      comment: `of the queue, ${[name, ...used].join(' and ')} only: nothing looks up, or at its neighbour`,
      from: { path: floor(name) },
      to: { path: queue, pathNot: [name, ...used].map(floor) },
    }),
  ),
  {
    name: 'queue-folder',
    severity: 'error',
    comment: 'the queue has these floors and no other folder',
    from: { path: ours },
    to: { path: `${queue}[^/]+/`, pathNot: Object.keys(floorsUsed).map(floor) },
  },
]

const coreRooms: readonly IForbiddenRuleType[] = [
  ...Object.entries(roomsUsed).map(
    ([name, used]): IForbiddenRuleType => ({
      name: `core-${name}`,
      severity: 'error',
      comment: `electron/core/${name} uses the ground and ${used.join(', ')}`,
      from: { path: room(name) },
      to: { path: '^electron/core/', pathNot: [room(name), ...ground, ...used.map(room)] },
    }),
  ),
  {
    name: 'core-room',
    severity: 'error',
    comment: 'a room of the core that is not named for others uses the ground only; ipc uses all',
    from: { path: `^electron/core/(?!(?:${[...Object.keys(roomsUsed), 'ipc', 'db'].join('|')})/)([^/]+)/` },
    to: { path: '^electron/core/', pathNot: [room('$1'), ...ground] },
  },
  {
    name: 'core-ground',
    severity: 'error',
    comment: 'what every room stands on knows no room',
    from: { path: ground },
    to: { path: '^electron/core/', pathNot: ground },
  },
  {
    name: 'core-outside',
    severity: 'error',
    comment: 'of our own code the core uses itself and shared/',
    from: { path: '^electron/core/' },
    to: { path: ours, pathNot: '^electron/core/' },
  },
  {
    name: 'core-drive',
    severity: 'error',
    comment: 'files are reached by the port alone, which a simulated drive can take the place of',
    from: { path: '^electron/core/', pathNot: '^electron/core/drive\\.ts$' },
    to: { path: '^(node:)?fs(/promises)?$' },
  },
  {
    name: 'core-sockets',
    severity: 'error',
    comment: 'the network is reached by the port alone, which a simulated network can take the place of',
    from: { path: '^electron/core/', pathNot: '^electron/core/service/(sockets|systemLookup)\\.ts$' },
    to: { path: '^(node:)?(dns(/promises)?|https?|http2|dgram)$' },
  },
  {
    name: 'core-reaches',
    severity: 'error',
    comment: 'the core runs whole in plain Node, whatever it imports on the way',
    from: { path: '^electron/core/' },
    to: { path: `${shellPackages}|^electron/shell/|^renderer/`, reachable: true },
  },
]

const processes: readonly IForbiddenRuleType[] = [
  {
    name: 'process-outside',
    severity: 'error',
    comment: 'imaging, demo, backup and tables use themselves and shared/',
    from: { path: '^electron/(imaging|demo|backup|tables)/' },
    to: { path: ours, pathNot: '^electron/$1/' },
  },
  {
    name: 'process-imported',
    severity: 'error',
    comment: 'imaging, demo, backup and tables are started, and spoken to by message or HTTP',
    from: { path: '^(electron|renderer|shared)/', pathNot: '^electron/(imaging|demo|backup|tables)/' },
    to: { path: '^electron/(imaging|demo|backup|tables)/' },
  },
  {
    name: 'shell-packages',
    severity: 'error',
    comment: 'only the shell names electron, electron-store or keytar',
    from: { path: '^(electron|renderer|shared)/', pathNot: '^electron/(shell/|main\\.ts$|preload\\.ts$)' },
    to: { path: shellPackages },
  },
  {
    name: 'shell-outside',
    severity: 'error',
    comment: 'the shell uses itself, the core and shared/',
    from: { path: '^electron/(shell/|main\\.ts$)' },
    to: { path: ours, pathNot: '^electron/(shell|core)/' },
  },
  {
    name: 'preload',
    severity: 'error',
    comment: 'the bridge knows electron and the names of the channels',
    from: { path: '^electron/preload\\.ts$' },
    to: { pathNot: ['^electron$', '(^|/)node_modules/electron/', '^shared/ipc/bridge\\.ts$'] },
  },
]

const renderer: readonly IForbiddenRuleType[] = [
  {
    name: 'renderer-outside',
    severity: 'error',
    comment: 'of our own code the renderer uses itself and shared/',
    from: { path: '^renderer/' },
    to: { path: ours, pathNot: '^renderer/' },
  },
  {
    name: 'renderer-node',
    severity: 'error',
    comment: 'the renderer has no Node',
    from: { path: '^renderer/' },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'feature',
    severity: 'error',
    comment: 'a feature uses itself and the parts under it, never another feature',
    from: { path: '^renderer/features/([^/]+)/' },
    to: {
      path: '^renderer/',
      pathNot: ['^renderer/features/$1/', '^renderer/(parts|stores|client|ui|text)/'],
    },
  },
  {
    name: 'parts',
    severity: 'error',
    comment: 'what several features share knows none of them',
    from: { path: '^renderer/parts/' },
    to: { path: '^renderer/', pathNot: '^renderer/(parts|stores|client|ui|text)/' },
  },
  {
    name: 'history',
    severity: 'error',
    comment: 'a released migration is history: live code has its own rules',
    from: { path: ours, pathNot: '^electron/core/db/migrations' },
    to: { path: '^electron/core/db/migrations/(?!migration\\.ts)' },
  },
  {
    name: 'words',
    severity: 'error',
    comment: 'words are put together from what they are given: they know no stores, and are no hooks',
    from: { path: '^renderer/text/' },
    to: { path: '^renderer/|(^|/)node_modules/react/', pathNot: '^renderer/(text|ui)/' },
  },
  {
    name: 'ui',
    severity: 'error',
    comment: 'ui components know nothing of images or jobs',
    from: { path: '^renderer/ui/' },
    to: {
      path: '^(renderer|shared)/|(^|/)node_modules/(zustand|i18next)/',
      pathNot: '^renderer/ui/',
    },
  },
  {
    name: 'under-features',
    severity: 'error',
    comment: 'stores and client know no features; the client knows no stores',
    from: { path: '^renderer/(stores|client)/' },
    to: { path: '^renderer/', pathNot: ['^renderer/$1/', '^renderer/client/'] },
  },
]

export const importRules: readonly IForbiddenRuleType[] = [
  {
    name: 'shared',
    severity: 'error',
    comment: 'shared/ uses zod only',
    from: { path: '^shared/' },
    to: { pathNot: ['^shared/', '(^|/)node_modules/zod/'] },
  },
  ...coreRooms,
  ...queueFloors,
  ...processes,
  ...renderer,
  {
    name: 'product-tests',
    severity: 'error',
    comment: 'the product knows neither its tests nor its tools',
    from: { path: '^(electron|renderer|shared)/' },
    to: { path: '^(tests|scripts)/' },
  },
  {
    name: 'cycle',
    severity: 'error',
    comment: 'no cycles, of types neither',
    from: { path: '^(electron|renderer|shared)/' },
    to: { circular: true },
  },
  {
    name: 'unresolved',
    severity: 'error',
    comment: 'an import that leads nowhere would be checked by no rule',
    from: { path: '^(electron|renderer|shared)/' },
    to: { couldNotResolve: true },
  },
]
