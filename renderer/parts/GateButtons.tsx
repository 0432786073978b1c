import type { SendGate } from '@shared/model/sendGate'
import { Alert } from '../ui/Alert'
import { Button } from '../ui/Button'
import { useFocusReturned } from '../ui/useFocusReturned'
import { useActHere } from './useAct'
import { type GateAction, useGateActions } from './useGateActions'

interface GateButtonsProps {
  readonly gate: SendGate
  readonly connectionId: string
}

/** The actions on whatever would keep requests from being sent once they are queued. */
export function GateButtons({ gate, connectionId }: GateButtonsProps) {
  const actionsOf = useGateActions()
  const { failure, act } = useActHere()
  const actions = actionsOf({ gate, connectionId, batchId: null })
  if (actions.length === 0 && failure === null) return null
  return (
    <>
      {actions.length > 0 && <Actions actions={actions} onRun={(run) => void act(run)} />}
      <Alert text={failure} />
    </>
  )
}

interface ActionsProps {
  readonly actions: readonly GateAction[]
  readonly onRun: (run: GateAction['run']) => void
}

function Actions({ actions, onRun }: ActionsProps) {
  const buttons = useFocusReturned<HTMLSpanElement>()
  return (
    <span ref={buttons} className="flex flex-wrap gap-x-4">
      {actions.map(({ label, run }) => (
        <Button key={label} look="link" onClick={() => onRun(run)}>
          {label}
        </Button>
      ))}
    </span>
  )
}
