import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ElectronApplication, Page } from '@playwright/test'

const plants = ['bladder wrack', 'sea lettuce', 'Irish moss', 'dulse', 'knotted wrack', 'thongweed']
const header = 'prompt,size,images,plant,key'

/** A table with this many rows; the rows in `wrong` have an invalid size. */
export function plateRows(count: number, wrong: readonly number[] = []): string {
  const rows = Array.from({ length: count }, (_, index) => {
    const number = index + 1
    const size = wrong.includes(number) ? 'as large as it gets' : number % 3 === 0 ? '1536x1024' : ''
    const plant = plants[index % plants.length] ?? ''
    return `"A cyanotype of {{plant}} on wet sand, low sun, plate ${number}",${size},${number % 5 === 0 ? 2 : ''},${plant},plate-${number}`
  })
  return [header, ...rows].join('\n')
}

/** Opens a file in the dialog "Table", with the native dialog answering at once; resolves when the table is shown. */
export async function openTable(
  page: Page,
  app: ElectronApplication,
  file: { readonly name: string; readonly text: string },
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'cyanotype-table-'))
  const path = join(folder, file.name)
  await writeFile(path, file.text)
  await app.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [chosen] })
  }, path)
  await page.keyboard.press('ControlOrMeta+o')
  const table = page.getByRole('dialog', { name: 'Table' })
  await table.getByRole('button', { name: 'Discard' }).waitFor()
  await table.getByRole('progressbar').waitFor({ state: 'detached' })
  await rm(folder, { recursive: true })
}
