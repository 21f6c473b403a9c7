import {
  AlertIcon,
  CheckCircleIcon,
  ClockIcon,
  DashedCircleIcon,
  MinusIcon,
  PencilIcon,
  UserPlusIcon,
  WarningIcon,
} from '#components/ui/icons.ts'
import { StatusMark } from '#components/ui/status-mark.tsx'
import type { Tone } from '#components/ui/tone.ts'
import type { LineKind } from './grid-line.ts'

const looks: Record<LineKind, { tone: Tone; Mark: typeof AlertIcon }> = {
  new: { tone: 'accent', Mark: UserPlusIcon },
  equal: { tone: 'neutral', Mark: CheckCircleIcon },
  different: { tone: 'info', Mark: PencilIcon },
  conflict: { tone: 'danger', Mark: WarningIcon },
  invalid: { tone: 'danger', Mark: AlertIcon },
  excluded: { tone: 'neutral', Mark: MinusIcon },
  waiting: { tone: 'neutral', Mark: ClockIcon },
  created: { tone: 'positive', Mark: CheckCircleIcon },
  updated: { tone: 'positive', Mark: CheckCircleIcon },
  already_there: { tone: 'info', Mark: CheckCircleIcon },
  unchanged: { tone: 'neutral', Mark: CheckCircleIcon },
  refused: { tone: 'danger', Mark: AlertIcon },
  not_sent: { tone: 'neutral', Mark: MinusIcon },
  unknown: { tone: 'warning', Mark: DashedCircleIcon },
}

export function LineKindMark({ kind, label }: { kind: LineKind; label: string }) {
  const { tone, Mark } = looks[kind]
  return (
    <StatusMark tone={tone} mark={<Mark />}>
      {label}
    </StatusMark>
  )
}
