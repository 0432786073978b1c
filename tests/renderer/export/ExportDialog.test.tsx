import { AppFailure, appError } from '@shared/errors'
import type { ExportPlan } from '@shared/model/exportRun'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { standInExports } from '../../support/exportsStandIn'
import { standInGallery } from '../../support/galleryStandIn'
import { createMainStandIn } from '../../support/mainStandIn'
import { renderWindow } from '../../support/renderWindow'
import { sizedElements } from '../../support/sizedElements'

sizedElements(700, 600)

const gallery = () => within(screen.getByRole('region', { name: 'Gallery' }))
const dialog = () => within(screen.getByRole('dialog', { name: /^Export/ }))
const button = (name: string | RegExp) => dialog().getByRole('button', { name })
const names = () => dialog().getByRole<HTMLInputElement>('textbox', { name: 'Names' })

async function renderDialog(given: Partial<ExportPlan> = {}) {
  const main = createMainStandIn()
  standInGallery(main.bridge, 3)
  const state = standInExports(main.bridge, given)
  const window = await renderWindow(main)
  const [first] = await gallery().findAllByRole('option')
  first?.focus()
  await window.user.keyboard('{Control>}a{/Control}')
  await gallery().findByRole('button', { name: 'Export 3' })
  await window.user.keyboard('{Control>}e{/Control}')
  await waitFor(() => expect(button(/^Export/)).toBeVisible())
  return { ...window, state }
}

describe('the export', () => {
  test('is of the selection: without one the button says what is missing', async () => {
    const main = createMainStandIn()
    standInGallery(main.bridge, 3)
    const { user } = await renderWindow(main)
    const missing = gallery().getByRole('button', { name: 'Export' })
    await user.click(missing)
    await user.keyboard('{Control>}e{/Control}')
    expect(missing.getAttribute('aria-disabled')).toBe('true')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('is one press with the recipe of last time, and says before what will happen', async () => {
    const { user, bridge } = await renderDialog({ taken: 2 })
    const start = await dialog().findByRole('button', { name: 'Export 3 files' })
    await waitFor(() => expect(document.activeElement).toBe(start))
    expect(dialog().getByRole('radio', { name: 'Originals' }).getAttribute('aria-checked')).toBe('true')
    const plan = within(dialog().getByRole('region', { name: 'What will happen' }))
    expect(plan.getByText('Numbered: the name is taken').nextSibling?.textContent).toBe('2')
    expect(plan.getByText('About').nextSibling?.textContent).toBe('3 MB')
    const files = within(plan.getByRole('list', { name: 'File names' }))
    expect(files.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'boat.png',
      'harbour.png',
      'ship.png',
    ])
    await user.keyboard('{Enter}')
    expect(bridge.inputs('exports.begin')).toEqual([{ plans: [1] }])
    const images = { ids: ['image3', 'image2', 'image1'], shown: { text: '', sort: 'new' } }
    expect(bridge.inputs('exports.plan')).toMatchObject([
      { what: { images }, recipeId: 'originals', besides: [] },
    ])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('keeps what is typed while the folder is being chosen', async () => {
    const { user, bridge, state } = await renderDialog()
    let choose = () => {}
    const chosen = new Promise<void>((resolve) => {
      choose = resolve
    })
    bridge.answer('exports.chooseFolder', async ({ id }) => {
      await chosen
      return state.chooseFolder(id)
    })
    await user.click(button('Choose…'))
    await user.clear(names())
    await user.type(names(), 'pier')
    choose()
    expect(await dialog().findByText('/home/ada/Sites')).toBeVisible()
    expect(names().value).toBe('pier')
    await waitFor(() =>
      expect(bridge.inputs('exports.saveRecipe').at(-1)?.settings).toMatchObject({ template: 'pier' }),
    )
  })

  test('becomes one ZIP, and says what it will be called and hold', async () => {
    const zip = {
      path: 'harbour-2026-11-25.zip',
      fate: 'replaces',
      isNamedByBatch: true,
      maximum: 1_000_000,
    } as const
    const { user, bridge, state } = await renderDialog({ zip })
    await user.click(dialog().getByRole('radio', { name: 'One ZIP' }))
    await waitFor(() => expect(bridge.inputs('exports.plan').at(-1)?.into).toBe('zip'))
    const start = await dialog().findByRole('button', { name: 'Export 3 files as ZIP' })
    await waitFor(() => expect(start.getAttribute('aria-disabled')).toBeNull())
    const plan = within(dialog().getByRole('region', { name: 'What will happen' }))
    expect(plan.getByText('ZIP').nextSibling?.textContent).toBe('harbour-2026-11-25.zip')
    expect(plan.getByText('Files in it').nextSibling?.textContent).toBe('3')
    expect(plan.getByText('It replaces the earlier ZIP of these images.')).toBeVisible()
    expect(plan.getByText(/^A file on this drive can have at most 1 MB/)).toBeVisible()
    expect(dialog().getByText('Only its own earlier files are replaced.')).toBeVisible()
    state.plan = { ...state.plan, files: 0, unchanged: 3, zip: { ...zip, fate: 'there' } }
    await user.type(names(), 's')
    expect(await plan.findByText('A ZIP with all of this is there already, unchanged.')).toBeVisible()
    expect(plan.getByText('Files in it').nextSibling?.textContent).toBe('3')
  })

  test('becomes a ZIP this once, unless the recipe is told to keep that', async () => {
    const { user, bridge } = await renderDialog()
    const into = (name: string) => dialog().getByRole('radio', { name })
    await user.click(into('One ZIP'))
    await waitFor(() => expect(bridge.inputs('exports.plan').at(-1)?.into).toBe('zip'))
    expect(dialog().getByText(/^For this export only/)).toBeVisible()
    await user.click(into('Files and folders'))
    await waitFor(() => expect(bridge.inputs('exports.plan').at(-1)?.into).toBeUndefined())
    expect(dialog().queryByText(/^For this export only/)).toBeNull()
    expect(bridge.inputs('exports.saveRecipe')).toEqual([])

    await user.click(into('One ZIP'))
    await user.click(button('Keep in the recipe'))
    await waitFor(() =>
      expect(bridge.inputs('exports.saveRecipe').at(-1)?.settings).toMatchObject({ into: 'zip' }),
    )
    expect(into('One ZIP').getAttribute('aria-checked')).toBe('true')
    expect(dialog().queryByText(/^For this export only/)).toBeNull()
  })

  test('needs a destination, which is chosen once, and remembers the recipe', async () => {
    const { user, bridge } = await renderDialog()
    await user.click(dialog().getByRole('radio', { name: 'Web' }))
    await waitFor(() => expect(document.activeElement).toBe(button('Choose…')))
    expect(button(/^Export/).getAttribute('aria-disabled')).toBe('true')
    await user.keyboard('{Enter}')
    await dialog().findByText('/home/ada/Sites')
    await waitFor(() => expect(button(/^Export/).getAttribute('aria-disabled')).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(button(/^Export/)))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(bridge.inputs('preferences.change').at(-1)).toEqual({ exportRecipe: 'web' }))
  })

  test('is by several recipes in one go, if they are ticked: each is said, and all together', async () => {
    const { user, bridge } = await renderDialog()
    const tick = (name: string) => dialog().getByRole('checkbox', { name: `Export by ${name}` })
    await dialog().findByRole('button', { name: 'Export 3 files' })
    await user.click(tick('Web'))
    const together = within(await dialog().findByLabelText('Together'))
    await together.findByText('Choose a folder')
    expect(dialog().getByRole('radio', { name: 'Originals' }).getAttribute('aria-checked')).toBe('true')
    expect(button(/^Export/).getAttribute('aria-disabled')).toBe('true')
    await user.click(dialog().getByRole('radio', { name: 'Web' }))
    await user.click(button('Choose…'))
    await user.click(await dialog().findByRole('button', { name: 'Export 6 files' }))
    const [first, second] = bridge.inputs('exports.plan').slice(-2)
    expect([first, second]).toMatchObject([{ recipeId: 'originals', besides: [] }, { recipeId: 'web' }])
    expect(bridge.inputs('exports.begin')).toEqual([
      { plans: [...(second?.besides ?? []), expect.any(Number)] },
    ])
    expect(second?.besides).toHaveLength(1)
  })

  test('keeps one recipe ticked, which the one that is shown takes the place of', async () => {
    const { user } = await renderDialog()
    const ticked = () =>
      dialog()
        .getAllByRole<HTMLInputElement>('checkbox')
        .flatMap((box) => (box.checked ? [box.getAttribute('aria-label')] : []))
    await user.click(dialog().getByRole('checkbox', { name: 'Export by Originals' }))
    expect(ticked()).toEqual(['Export by Originals'])
    await user.click(dialog().getByRole('radio', { name: 'Web' }))
    expect(ticked()).toEqual(['Export by Web'])
    await user.click(dialog().getByRole('checkbox', { name: 'Export by Archive' }))
    await user.click(dialog().getByRole('radio', { name: 'Originals' }))
    expect(ticked()).toEqual(['Export by Web', 'Export by Archive'])
    expect(dialog().getByText('Tick this recipe to export by it too.')).toBeVisible()
  })

  test('stores settings as they are typed, and plans anew', async () => {
    const { user, bridge, state } = await renderDialog()
    await user.clear(names())
    await user.type(names(), 'a-')
    await user.click(button('Insert {index:3}'))
    expect(names().value).toBe('a-{index:3}')
    state.plan = { ...state.plan, names: ['a-001.png'] }
    await dialog().findByText('a-001.png')
    expect(bridge.inputs('exports.saveRecipe').at(-1)).toMatchObject({
      id: 'originals',
      settings: { template: 'a-{index:3}', format: 'original' },
    })
    expect(dialog().queryByRole('spinbutton', { name: 'Quality' })).toBeNull()
  })

  test.each([
    ['{{colour}', '“{colour}” isn’t known, at character 1.'],
    ['{{name}/', 'A name is empty at character 8.'],
    ['{{model}', 'These names are all the same, so they get numbers. Add {index} or {counter}.'],
  ])('says what is wrong with the names %s, and where', async (typed, words) => {
    const { user } = await renderDialog()
    await user.clear(names())
    await user.type(names(), typed)
    expect(dialog().getByText(words)).toBeVisible()
  })

  test('keeps a quality outside its bounds to itself', async () => {
    const { user, bridge } = await renderDialog()
    await user.click(dialog().getByRole('radio', { name: 'Web' }))
    const quality = dialog().getByRole('spinbutton', { name: 'Quality' })
    await user.clear(quality)
    await user.type(quality, '101')
    expect(dialog().getByText('From 1 to 100')).toBeVisible()
    await waitFor(() => expect(button('Export').getAttribute('aria-disabled')).toBe('true'))
    await user.type(quality, '{Backspace}')
    await waitFor(() =>
      expect(bridge.inputs('exports.saveRecipe').at(-1)).toMatchObject({ settings: { quality: 10 } }),
    )
    const saved = bridge.inputs('exports.saveRecipe').map(({ settings }) => settings.quality)
    expect(saved).not.toContain(101)
  })

  test('says what is there already, and asks about names that are taken if the recipe does', async () => {
    const { user, bridge, state } = await renderDialog({ unchanged: 14, replaced: 1 })
    const plan = within(dialog().getByRole('region', { name: 'What will happen' }))
    expect(plan.getByText('Already there, unchanged').nextSibling?.textContent).toBe('14')
    expect(plan.getByText('New files').nextSibling?.textContent).toBe('2')
    expect(dialog().getByText('Only its own earlier files are replaced.')).toBeVisible()

    state.plan = { ...state.plan, asks: true, taken: 2, replaced: 0 }
    await user.click(dialog().getByRole('combobox', { name: 'Names that are taken' }))
    await user.click(dialog().getByRole('option', { name: 'Ask' }))
    const question = await plan.findByRole('radiogroup', { name: '2 names are taken' })
    await user.click(within(question).getByRole('radio', { name: 'Leave out' }))
    await waitFor(() => expect(bridge.inputs('exports.plan').at(-1)?.existing).toBe('skip'))
  })

  test('says before what files will say, what is lost, and what still tells of a stripped one', async () => {
    const { user, bridge } = await renderDialog({ longPrompts: 2, credentials: 2, unreadCredentials: 1 })
    const notes = () => within(dialog().getByRole('list', { name: 'Metadata' }))
    expect(notes().getByText(/^Files stay as they are/)).toBeVisible()
    expect(notes().getByText('The Content Credentials of 2 images stay.')).toBeVisible()
    expect(notes().queryByText(/lost/)).toBeNull()
    await user.click(dialog().getByRole('radio', { name: 'None' }))
    // An original keeps its pixels, and what is hidden in them.
    expect(
      notes().getByText(/^All that files say is removed\. .*text that some generators hide/),
    ).toBeVisible()
    expect(notes().getByText('The Content Credentials of 2 images are lost.')).toBeVisible()
    expect(notes().getByText(/^1 image wasn’t looked at for Content Credentials yet/)).toBeVisible()
    expect(notes().queryByText(/Credentials.* stay/)).toBeNull()
    expect(notes().getByText('File and folder names may still contain words from the prompt.')).toBeVisible()
    expect(dialog().queryByRole('radiogroup', { name: 'Name of the .xmp file' })).toBeNull()
    await user.click(dialog().getByRole('switch', { name: 'An .xmp file beside each image' }))
    await user.click(dialog().getByRole('radio', { name: 'fern.xmp' }))
    await waitFor(() =>
      expect(bridge.inputs('exports.saveRecipe').at(-1)?.settings).toMatchObject({ sidecarName: 'stem' }),
    )
    expect(notes().getByText('The .xmp files still contain the prompt.')).toBeVisible()
    expect(notes().getByText(/^3 .xmp files/)).toBeVisible()
    await user.click(dialog().getByRole('combobox', { name: 'List of the files' }))
    await user.click(dialog().getByRole('option', { name: 'CSV' }))
    expect(notes().getByText('The list of files still contains the prompts.')).toBeVisible()
    await waitFor(() =>
      expect(bridge.inputs('exports.saveRecipe').at(-1)).toMatchObject({
        settings: { metadata: 'stripped', sidecar: true },
      }),
    )
    await user.click(dialog().getByRole('combobox', { name: 'Format' }))
    await user.click(dialog().getByRole('option', { name: 'JPEG' }))
    await user.click(dialog().getByRole('radio', { name: 'Prompt and more' }))
    expect(notes().getByText('The Content Credentials of 2 images are lost.')).toBeVisible()
    expect(notes().getByText(/^2 prompts are too long/)).toBeVisible()
    expect(notes().queryByText(/still/)).toBeNull()
  })

  test('says that the name of a ZIP still tells of stripped images, if it is the batch’s', async () => {
    const zip = { path: 'a-quiet-harbour.zip', fate: 'new', isNamedByBatch: true, maximum: null } as const
    const { user, state } = await renderDialog({ zip })
    const warning = () => dialog().queryByText('The name of the ZIP may still contain words from the prompt.')
    expect(warning()).toBeNull()
    await user.click(dialog().getByRole('radio', { name: 'None' }))
    await user.clear(names())
    await user.type(names(), '{{counter}')
    await waitFor(() => expect(warning()).toBeVisible())
    expect(dialog().queryByText('File and folder names may still contain words from the prompt.')).toBeNull()
    state.plan = { ...state.plan, zip: { ...zip, isNamedByBatch: false } }
    await user.type(names(), 'x')
    await waitFor(() => expect(warning()).toBeNull())
  })

  test('says what is lost and what still tells of the images that another ticked recipe strips', async () => {
    const { user } = await renderDialog({ credentials: 1 })
    await user.click(dialog().getByRole('radio', { name: 'None' }))
    await user.click(dialog().getByRole('checkbox', { name: 'Export by Web' }))
    await user.click(dialog().getByRole('radio', { name: 'Web' }))
    const together = within(await dialog().findByLabelText('Together'))
    const words = 'File and folder names may still contain words from the prompt.'
    await waitFor(() => expect(together.getByText(words).parentElement?.textContent).toMatch(/^Originals/))
    // What is shown has it below.
    expect(within(dialog().getByRole('list', { name: 'Metadata' })).getByText(words)).toBeVisible()
    await user.click(dialog().getByRole('radio', { name: 'Originals' }))
    await waitFor(() => expect(together.getByText(words).parentElement?.textContent).toMatch(/^Web/))
    expect(together.getByText('The Content Credentials of 1 image are lost.')).toBeVisible()
  })

  test('makes a recipe of one’s own, renames and deletes it', async () => {
    const { user, bridge } = await renderDialog()
    await user.click(button('New recipe'))
    const name = await dialog().findByRole('textbox', { name: 'Recipe name' })
    expect(dialog().getByRole('radio', { name: 'New recipe' }).getAttribute('aria-checked')).toBe('true')
    // Its name is selected.
    expect(document.activeElement).toBe(name)
    await user.keyboard('Print shop')
    await dialog().findByRole('radio', { name: 'Print shop' })
    await waitFor(() => expect(bridge.inputs('exports.saveRecipe').at(-1)?.name).toBe('Print shop'))
    await user.click(button('Delete recipe'))
    await waitFor(() => expect(dialog().queryByRole('radio', { name: 'Print shop' })).toBeNull())
  })

  test('exports finished batches only to a destination, and a copy of the recipe doesn’t', async () => {
    const { user, bridge } = await renderDialog()
    const automatic = () =>
      dialog().queryByRole('switch', { name: 'Export each finished batch automatically' })
    await user.click(dialog().getByRole('radio', { name: 'Web' }))
    expect(automatic()).toBeNull()
    await user.click(button('Choose…'))
    await user.click(await waitFor(() => automatic() ?? Promise.reject(new Error('no switch'))))
    await user.click(dialog().getByRole('combobox', { name: 'Names that are taken' }))
    await user.click(dialog().getByRole('option', { name: 'Ask' }))
    expect(automatic()?.getAttribute('aria-describedby')).not.toBeNull()
    const saved = () => bridge.inputs('exports.saveRecipe').at(-1)
    await waitFor(() => expect(saved()).toMatchObject({ id: 'web', settings: { finishedBatches: true } }))
    await user.click(button('New recipe'))
    await waitFor(() => expect(saved()).toMatchObject({ id: null, settings: { finishedBatches: false } }))
  })

  test('says if images are rejected, or smaller than what is wanted', async () => {
    const { user } = await renderDialog({ rejected: 3, smaller: 2, files: 3 })
    await dialog().findByText('3 of the images are rejected.')
    await user.click(dialog().getByRole('radio', { name: 'Web' }))
    await dialog().findByText(/^2 images have fewer than [\d,]+ px and keep their size\.$/)
  })

  test('says if there may not be enough room', async () => {
    await renderDialog({ free: 2_000_000 })
    expect(await dialog().findByText('The destination may not have enough room: 2 MB is free.')).toBeVisible()
  })

  test('says why nothing can be written', async () => {
    const folderProblem = appError('folderUnwritable')
    const { user, bridge } = await renderDialog({
      unwritable: [{ error: appError('exportTooLarge'), count: 2 }],
      folderProblem,
    })
    expect(dialog().getByText(/^2 images: This image is too large to be converted/)).toBeVisible()
    expect(dialog().getByText(/Cyanotype can’t write to this folder\./)).toBeVisible()
    bridge.answer('exports.begin', () => {
      throw new AppFailure(appError('exportBusy'))
    })
    await user.click(await dialog().findByRole('button', { name: 'Export 3 files' }))
    expect(await dialog().findByText(/^Another export is under way\./)).toBeVisible()
  })
})
