import type { Image } from '@shared/model/image'
import type { MarkChange } from '@shared/model/imageMarks'
import { useStore } from 'zustand'
import { useShownKeys } from '../../parts/useShownKeys'
import { useTranslation } from '../../parts/useTranslation'
import { useUndo } from '../../parts/useUndo'
import { type Verb, VerbItems } from '../../parts/Verbs'
import { countOf } from '../../stores/selectedImages'
import { useSelection, useStores } from '../../stores/storesContext'
import { useLeavableCollection } from './collections/leavableCollection'
import { useCollecting } from './collections/useCollecting'
import { useShownCollection } from './collections/useShownCollection'
import { isComparable } from './compare/useComparing'
import { RatingItems } from './marks/RatingItems'
import { useMarks } from './marks/useMarks'
import { HandOutItems } from './originals/HandOutItems'
import { useOriginals } from './originals/useOriginals'
import { useAskAgain } from './outside/useAskAgain'
import type { TrashActions } from './trash/useTrash'
import { useImageVerbs } from './useImageVerbs'

interface TileItemsProps {
  /** The one whose menu it is; it is selected, perhaps with others. */
  readonly image: Image
  /** Null while the list is of the library. */
  readonly trash: TrashActions | null
  readonly onLook: () => void
  /** Of all that are selected. */
  readonly onMark: (change: MarkChange) => void
  /** Opens or closes its stack, if it has one. */
  readonly onStack: () => void
}

/** The items of an image's menu. With several selected, only what is done with all of them. */
export function TileItems({ image, trash, onLook, onMark, onStack }: TileItemsProps) {
  const { t } = useTranslation()
  const { commands, selection } = useStores()
  const keysOf = useShownKeys()
  const count = useSelection(countOf)
  const verbsOf = useImageVerbs()
  const askAgain = useAskAgain()
  const shown = useShownCollection()
  const leavable = useLeavableCollection()
  const { takeOut } = useCollecting()
  const originals = useOriginals()
  const { undo } = useUndo()
  const last = useStore(useStores().undo, (state) => state.undo)
  const { flag, rating, favourite } = useMarks(image)
  const ofOne: readonly Verb[] = [
    { key: 'look', label: t('gallery.quickLook'), keys: keysOf('Space'), run: onLook },
    {
      key: 'details',
      label: t('gallery.details.region'),
      keys: keysOf('I'),
      run: () => commands.run('showDetails'),
    },
    ...verbsOf(image, trash !== null),
    ...(image.outside === 'missing' && trash === null
      ? [{ key: 'askAgain', label: t('settings.upkeep.ask'), run: () => askAgain(image.id) }]
      : []),
  ]
  const marking = (
    verb: 'keep' | 'reject' | 'unflag' | 'favour' | 'unfavour',
    keys: string,
    change: MarkChange,
  ): Verb => ({
    key: verb,
    label: t(`gallery.marks.${verb}`),
    keys: keysOf(keys),
    run: () => onMark(change),
  })
  const { stack } = image
  const ofStack: readonly Verb[] =
    stack === undefined
      ? []
      : [
          {
            key: 'stack',
            label: t(stack.isOpen ? 'gallery.tries.close' : 'gallery.tries.open', { count: stack.count }),
            keys: keysOf('O'),
            run: onStack,
          },
        ]
  const ofTrash = ({ restore, discard }: TrashActions): readonly Verb[] => [
    { key: 'restore', label: t('gallery.trash.restore'), run: restore, apart: true },
    {
      key: 'discard',
      label: t('gallery.trash.discard'),
      keys: keysOf('Delete'),
      run: discard,
    },
  ]
  const copying: readonly Verb[] = [
    ...(count > 1 && originals.copiesFiles
      ? [
          {
            key: 'copyFiles',
            label: t('gallery.details.copyFiles', { count }),
            keys: keysOf('Mod+C'),
            run: () => selection.act(() => originals.copyFiles(selection.getState())),
          },
        ]
      : []),
  ]
  const marks: readonly Verb[] = [
    { ...marking('keep', 'P', { flag: 'kept' }), apart: true },
    marking('reject', 'X', { flag: 'rejected' }),
    marking('unflag', 'U', { flag: null }),
    marking(favourite ? 'unfavour' : 'favour', 'B', { favourite: !favourite }),
  ]
  const ofAll: readonly Verb[] = [
    ...(isComparable(count)
      ? [
          {
            key: 'compare',
            label: t('gallery.compare.title'),
            keys: keysOf('C'),
            run: () => commands.run('compare'),
            apart: true as const,
          },
        ]
      : []),
    {
      key: 'collect',
      label: t('gallery.collections.add'),
      keys: keysOf('A'),
      run: () => commands.run('collect'),
      ...(isComparable(count) ? {} : { apart: true }),
    },
    ...(shown === null
      ? []
      : [
          {
            key: 'takeOut',
            label: t('gallery.collections.takeOut', shown),
            ...(leavable === null ? {} : { keys: keysOf('Delete') }),
            run: () => selection.act(() => takeOut(shown, selection.getState())),
          },
        ]),
    {
      key: 'export',
      label: t('gallery.exportCount', { count }),
      keys: keysOf('Mod+E'),
      run: () => commands.run('export'),
      apart: true,
    },
    {
      key: 'delete',
      label: t('gallery.delete'),
      keys: keysOf(leavable === null ? 'Delete' : 'Shift+Delete'),
      run: () => commands.run('delete'),
    },
    ...(flag === 'rejected'
      ? [{ key: 'rejected', label: t('gallery.deleteRejected'), run: () => commands.run('deleteRejected') }]
      : []),
  ]
  // Once its toast is gone, a mouse finds it only in a menu bar that may be hidden.
  const undoing: readonly Verb[] =
    last === null || last.reverse === null
      ? []
      : [
          {
            key: 'undo',
            label: t('undo.last', { what: last.text }),
            keys: keysOf('Mod+Z'),
            run: () => undo(last),
            apart: true,
          },
        ]
  if (trash !== null)
    return <VerbItems verbs={[...ofStack, ...(count > 1 ? [] : ofOne), ...undoing, ...ofTrash(trash)]} />
  return (
    <>
      <VerbItems verbs={[...ofStack, ...(count > 1 ? copying : ofOne)]} />
      <HandOutItems />
      <VerbItems verbs={marks} />
      <RatingItems rating={rating} onRate={(stars) => onMark({ rating: stars })} />
      <VerbItems verbs={[...undoing, ...ofAll]} />
    </>
  )
}
