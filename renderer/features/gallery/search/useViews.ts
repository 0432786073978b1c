import type { Preferences } from '@shared/model/preferences'
import { useDid } from '../../../parts/useDid'
import { useTranslation } from '../../../parts/useTranslation'
import type { Step } from '../../../stores/step'
import { useApp, useStores } from '../../../stores/storesContext'

/**
 * The search of the view that everyone has. Images without a price may have cost something too: only those known to be
 * free are left out, and those that were made elsewhere.
 */
export const unopened = 'is:unseen -cost:0 -is:brought'

export type View = Preferences['views'][number]
type Views = readonly View[]

interface Words {
  readonly text: string
  readonly undone: string
  readonly quiet: boolean
}

/** The searches that the user named, and what can be done with them: all of it can be undone. */
export function useViews() {
  const { t } = useTranslation()
  const { app } = useStores()
  const did = useDid()
  const views = useApp(({ preferences }) => preferences.views)

  /** By what has changed, not by the whole list: another change may come before the undo. */
  const change = async (
    words: Words,
    there: (views: Views) => Views,
    back: (views: Views) => Views,
  ): Promise<Step> => {
    await app.changePreferences({ views: [...there(app.getState().preferences.views)] })
    const { text, undone, quiet } = words
    return {
      ...{ text, quiet, tooLate: t('undo.tooLate') },
      reverse: () => change({ text: undone, undone: text, quiet }, back, there),
    }
  }
  const without = (name: string) => (all: Views) => all.filter((view) => view.name !== name)
  const put = (view: View, at: number) => (all: Views) =>
    all.some(({ name }) => name === view.name) ? all : all.toSpliced(at, 0, view)
  const replaced = (name: string, by: View) => (all: Views) =>
    all.map((view) => (view.name === name ? by : view))

  const words = (what: 'saved' | 'removed', view: View, quiet: boolean): Words => ({
    text: t(`undo.view.${what}`, view),
    undone: t('undo.view.undone', view),
    quiet,
  })

  return {
    views,
    add: (view: View) =>
      did(() => change(words('saved', view, true), put(view, views.length), without(view.name))),
    replace: (view: View, by: View) =>
      did(() =>
        change(words('saved', by, view.name !== by.name), replaced(view.name, by), replaced(by.name, view)),
      ),
    remove: (view: View) =>
      did(() => change(words('removed', view, false), without(view.name), put(view, views.indexOf(view)))),
  }
}
