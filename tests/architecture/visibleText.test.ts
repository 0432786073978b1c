import { describe, expect, test } from 'vitest'
import { sourceFiles } from './sourceFiles'
import { visibleTexts } from './visibleText'

/** Texts allowed outside the catalogue, because no user reads them as a sentence of ours. */
const exceptions: readonly { readonly path: string; readonly text: RegExp; readonly why: string }[] = [
  ...['names', 'states', 'refusals', 'reasons'].map((name) => ({
    path: `electron/core/service/answers/${name}.ts`,
    text: /^[a-z\d_.\s\p{Script=Han}]+$/u,
    why: 'words of services, to know them by',
  })),
  {
    path: 'electron/tables/reading/headerRoles.ts',
    text: /^[a-z ]+$/,
    why: 'names of columns, to know them by',
  },
  { path: 'electron/tables/reading/foreignFile.ts', text: /^SQLite/, why: 'the first bytes of a file' },
  { path: 'electron/core/db/sqlite.ts', text: /^(CHECK|non-)/, why: 'words of SQLite, to know them by' },
  { path: 'electron/shell/appProtocol.ts', text: /^<head>/, why: 'markup' },
  {
    path: 'electron/shell/clipboard.ts',
    text: /^(electron application\/|<)/,
    why: 'names of formats, and markup of one',
  },
  {
    path: 'electron/imaging/provenance/parameters.ts',
    text: /^(Model hash$|Stable Diffusion )/,
    why: 'words of other programs, and their names',
  },
  { path: 'electron/imaging/metadata/xmpPacket.ts', text: /^\s*</, why: 'markup' },
  { path: 'electron/core/library/imaging.ts', text: /^the imaging/, why: 'the cause of a bug, for the log' },
]

const files = sourceFiles().filter(
  ({ path }) =>
    /^(electron|renderer|shared)\/.*\.tsx?$/.test(path) &&
    !path.startsWith('shared/text/') &&
    // It speaks as a service does: its words are shown as the service's.
    !path.startsWith('electron/demo/'),
)
const found = files.flatMap((file) => visibleTexts(file).map((text) => ({ path: file.path, text })))
const isException = ({ path, text }: { path: string; text: string }) =>
  exceptions.some((exception) => exception.path === path && exception.text.test(text))

describe('what a user reads', () => {
  test('is in shared/text', () => {
    expect(files.length).toBeGreaterThan(400)
    expect(found.filter((one) => !isException(one)).map(({ path, text }) => `${path}: ${text}`)).toEqual([])
  })

  test('has no unneeded exception', () => {
    const unused = exceptions.filter(
      ({ path, text }) => !found.some((one) => one.path === path && text.test(one.text)),
    )
    expect(unused).toEqual([])
  })
})

describe('visible text is found:', () => {
  test.each([
    ['<p>Loading</p>', 'Loading'],
    ['<p>{open ? "Hide" : label}</p>', 'Hide'],
    ['<p>{`${' + 'count} images`}</p>', 'images'],
    ['<button aria-label="close">×</button>', 'close'],
    ['<img alt={name ?? "No name"} />', 'No name'],
    ['<Field placeholder="Search" />', 'Search'],
    ['<Dialog closeLabel={"Close"} />', 'Close'],
    ['toasts.show({ text: "Saved", action: null })', 'Saved'],
    ['toasts.show({ text: "Saved " + count })', 'Saved'],
    ['new Notification({ title: name, body: `${' + 'count} saved` })', 'saved'],
    ['dialog.showErrorBox("Sorry", text)', 'Sorry'],
    ['const item = { label: "Undo" }', 'Undo'],
    ['document.title = "Cyanotype"', 'Cyanotype'],
    ['t("queue.cost", { cost: "Unknown" })', 'Unknown'],
    ['const status = done ? "all done" : ""', 'all done'],
    ['throw new AppFailure("Not possible now")', 'Not possible now'],
  ])('%s', (text, words) => {
    expect(visibleTexts({ path: 'planted.tsx', text })).toEqual([words])
  })

  test.each([
    '<p className="flex min-w-0 truncate">{t("queue.title")}</p>',
    '<a href="https://example.com">{name}</a>',
    '<Button look="link" label={t("frame.close")}>×</Button>',
    'const shortcut = { keys: "Mod+F", label: "search" } as const',
    'database.get("SELECT id FROM jobs WHERE state = ?")',
    'throw new Error("the store has no provider")',
    'const looks = { small: "h-fit w-[min(480px,calc(100%-32px))]" }',
    "import { queue } from './the queue'",
  ])('but not in %s', (text) => {
    expect(visibleTexts({ path: 'planted.tsx', text })).toEqual([])
  })
})
