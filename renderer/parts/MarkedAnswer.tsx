import { type KeptAnswer, type ReadRole, readRoleSchema } from '@shared/model/exchange'
import type { JsonLeaf } from '@shared/model/jsonText'
import { type TaughtRole, taughtRoleSchema } from '@shared/model/taughtPlace'
import { type KeyboardEvent, type MouseEvent, useMemo, useState } from 'react'
import { useStores } from '../stores/storesContext'
import { answerPieces, pathText, type ShownValue } from '../text/answerPieces'
import { Alert } from '../ui/Alert'
import { classNames } from '../ui/classNames'
import { MenuGroup, MenuItem } from '../ui/Menu'
import { useContextMenu } from '../ui/useContextMenu'
import { useActHere } from './useAct'
import { useTranslation } from './useTranslation'

interface MarkedAnswerProps {
  readonly jobId: string
  /** The attempt that the answer belongs to. */
  readonly number: number
  /** It is about the attempt's task, not the answer to its request. */
  readonly polled: boolean
  readonly answer: KeptAnswer
  /** Lines before its text. */
  readonly head: string
  readonly className: string
  /** The user said what one of its values is. */
  readonly onTaught: () => void
}

const chip = 'rounded-small px-1 font-medium whitespace-nowrap'

/** The colours of a value, and of the word beside it. */
const looks: Readonly<Record<ReadRole, { readonly value: string; readonly word: string }>> = {
  taskId: { value: 'bg-accent-mark text-accent', word: 'bg-accent-mark text-accent' },
  status: { value: 'bg-ok-mark text-ok', word: 'bg-ok-mark text-ok' },
  image: { value: 'bg-accent-mark text-accent', word: 'bg-accent text-accent-ink' },
  reason: { value: 'bg-warn-mark text-warn', word: 'bg-warn-mark text-warn' },
  askAt: { value: 'bg-raise text-text', word: 'bg-raise text-text ring-1 ring-line-strong ring-inset' },
}

const steps: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowRight: (at) => at + 1,
  ArrowDown: (at) => at + 1,
  ArrowLeft: (at) => at - 1,
  ArrowUp: (at) => at - 1,
  Home: () => 0,
  End: (_, last) => last,
}

/**
 * An answer with what was understood marked in it. Each of its values can be pressed, to say what it is: Tab leads to the
 * first that was understood, the arrow keys to its neighbours.
 */
export function MarkedAnswer(props: MarkedAnswerProps) {
  const { jobId: id, number, polled, answer, head, className, onTaught } = props
  const { t } = useTranslation()
  const { client, toasts } = useStores()
  const { failure, act } = useActHere()
  const { text, understood } = answer
  const pieces = useMemo(() => answerPieces(text, understood), [text, understood])
  const values = useMemo(() => pieces.flatMap(({ value }) => value ?? []), [pieces])
  const [focused, setFocused] = useState<JsonLeaf | null>(null)
  const [pressed, setPressed] = useState<ShownValue | null>(null)
  const first = values.find(({ roles }) => roles.length > 0) ?? values[0]
  const home = values.some(({ leaf }) => leaf === focused) ? focused : (first?.leaf ?? null)

  const rolesOf = (roles: readonly ReadRole[]): string =>
    roles.length === 0 ? t('sent.notRead') : roles.map((role) => t(`sent.roles.${role}`)).join(', ')
  const path = pressed?.leaf.path ?? []
  const teach = (role: TaughtRole) =>
    void act(async () => {
      await client.call('jobs.teach', { id, number, polled, path, role })
      toasts.show({ text: t(`sent.teach.done.${role}`), action: null })
      onTaught()
    })
  const { onContextMenu, menu } = useContextMenu(
    t('sent.teach.menu'),
    <MenuGroup label={t('sent.teach.place', { place: pathText(path), roles: rolesOf(pressed?.roles ?? []) })}>
      {taughtRoleSchema.options.map((role) => (
        <MenuItem key={role} onSelect={() => teach(role)}>
          {t(`sent.teach.as.${role}`)}
        </MenuItem>
      ))}
    </MenuGroup>,
  )

  function press(value: ShownValue, event: MouseEvent<HTMLElement>): void {
    // What the user has marked with the pointer is to be copied.
    if (event.detail > 0 && getSelection()?.isCollapsed === false) return
    setPressed(value)
    onContextMenu(event)
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const { key, currentTarget, target } = event
    if (!(target instanceof HTMLElement) || !currentTarget.contains(target)) return
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    if (key === 'Enter' || key === ' ') target.click()
    else {
      const all = [...currentTarget.querySelectorAll<HTMLElement>('[role=button]')]
      const next = steps[key]?.(all.indexOf(target), all.length - 1)
      if (next === undefined) return
      all[next]?.focus()
    }
    event.preventDefault()
  }

  return (
    <>
      <pre className={className} onKeyDown={onKeyDown}>
        {head}
        {pieces.map((piece) =>
          piece.value === null ? (
            piece.text
          ) : (
            <Value
              key={piece.value.leaf.start}
              text={piece.text}
              value={piece.value}
              isHome={piece.value.leaf === home}
              isPressed={menu !== false && piece.value.leaf === pressed?.leaf}
              onFocus={setFocused}
              onPress={press}
            />
          ),
        )}
      </pre>
      <Alert text={failure} />
      {menu}
    </>
  )
}

interface ValueProps {
  /** As it stands in the answer. */
  readonly text: string
  readonly value: ShownValue
  /** Tab leads to it. */
  readonly isHome: boolean
  /** Its menu is open. */
  readonly isPressed: boolean
  readonly onFocus: (leaf: JsonLeaf) => void
  readonly onPress: (value: ShownValue, event: MouseEvent<HTMLElement>) => void
}

function Value({ text, value, isHome, isPressed, onFocus, onPress }: ValueProps) {
  const { t } = useTranslation()
  const [role] = value.roles
  return (
    // biome-ignore lint/a11y/useSemanticElements: a long value breaks like the text around it, which no button does
    // biome-ignore lint/a11y/useKeyWithClickEvents: the text around it handles the keys
    <span
      role="button"
      aria-haspopup="menu"
      tabIndex={isHome ? 0 : -1}
      onFocus={() => onFocus(value.leaf)}
      onClick={(event) => onPress(value, event)}
      onContextMenu={(event) => onPress(value, event)}
      className={classNames(
        'cursor-pointer rounded-small',
        role === undefined && 'text-text hover:bg-raise',
        isPressed && 'outline-1 outline-offset-1 outline-dashed outline-text',
      )}
    >
      <span className={role && classNames('rounded-small box-decoration-clone px-0.5', looks[role].value)}>
        {text}
      </span>
      {value.roles.map((one) => (
        <span key={one} className="font-sans select-none">
          {' '}
          <span className={classNames(chip, looks[one].word)}>{t(`sent.roles.${one}`)}</span>
        </span>
      ))}
    </span>
  )
}

/** What the marks in an answer mean; nothing without marks. */
export function MarkLegend({ understood }: Pick<KeptAnswer, 'understood'>) {
  const { t } = useTranslation()
  const roles = new Set(understood.map(({ role }) => role))
  if (roles.size === 0) return null
  return (
    <ul aria-label={t('sent.legend')} className="flex flex-wrap gap-x-4 gap-y-1 text-dim">
      {readRoleSchema.options
        .filter((role) => roles.has(role))
        .map((role) => (
          <li key={role}>
            <span className={classNames('mr-1', chip, looks[role].word)}>{t(`sent.roles.${role}`)}</span>
            {t(`sent.roleMeanings.${role}`)}
          </li>
        ))}
    </ul>
  )
}
