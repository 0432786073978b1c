import { useDid } from '../../parts/useDid'
import { useTranslation } from '../../parts/useTranslation'
import type { Step } from '../../stores/step'
import { useStores } from '../../stores/storesContext'

/** Renames a batch, which can be undone. */
export function useRenameBatch(): (
  batch: { readonly id: string; readonly name: string },
  name: string,
) => void {
  const { t } = useTranslation()
  const { client } = useStores()
  const did = useDid()

  const rename = async (id: string, from: string, to: string): Promise<Step> => {
    await client.call('batches.rename', { id, name: to })
    return {
      text: t('undo.rename', { name: to }),
      tooLate: t('undo.tooLate'),
      quiet: true,
      reverse: () => rename(id, to, from),
    }
  }

  return ({ id, name }, wanted) => did(() => rename(id, name, wanted))
}
