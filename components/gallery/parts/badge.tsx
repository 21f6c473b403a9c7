import { Avatar } from '#components/ui/avatar.tsx'
import { BackLink } from '#components/ui/back-link.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Icon } from '#components/ui/icon.ts'
import {
  CheckCircleIcon,
  ClockIcon,
  DashedCircleIcon,
  HalfCircleIcon,
  RetakeIcon,
} from '#components/ui/icons.ts'
import { StatusMark } from '#components/ui/status-mark.tsx'
import { Example } from './example.tsx'

const TONES = ['neutral', 'accent', 'positive', 'warning', 'danger', 'info'] as const

export function BadgePart() {
  return (
    <>
      <Example title="Badge">
        {TONES.map(tone => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
        <Badge>7</Badge>
        <Badge tone="accent">431</Badge>
      </Example>
      <Example title="Status mark">
        <StatusMark mark={<Icon of={DashedCircleIcon} />}>Waiting for photo</StatusMark>
        <StatusMark tone="info" mark={<Icon of={HalfCircleIcon} />}>
          Photo received
        </StatusMark>
        <StatusMark tone="warning" mark={<Icon of={ClockIcon} />}>
          Waiting for approval
        </StatusMark>
        <StatusMark tone="positive" mark={<Icon of={CheckCircleIcon} />}>
          Approved
        </StatusMark>
        <StatusMark tone="danger" mark={<Icon of={RetakeIcon} />}>
          Retake requested
        </StatusMark>
      </Example>
      <Example title="Avatar">
        {['AY', 'JB', 'ÖK', 'MŁ', 'CD', 'SF', 'ÅS', 'NÇ'].map((initials, seed) => (
          <Avatar key={initials} initials={initials} seed={seed} />
        ))}
        <Avatar initials="AY" seed={5} size="small" />
        <Avatar initials="AY" seed={5} size="large" />
      </Example>
      <Example title="Back link">
        <BackLink href="/gallery" label="Projects" />
      </Example>
    </>
  )
}
