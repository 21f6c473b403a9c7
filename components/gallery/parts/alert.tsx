import { Alert } from '#components/ui/alert.tsx'
import { IconButton } from '#components/ui/icon-button.tsx'
import { CloseIcon, MailIcon } from '#components/ui/icons.ts'
import { Example } from '../example.tsx'

const TONES = ['info', 'positive', 'warning', 'danger'] as const

export function AlertPart() {
  return (
    <Example title="Inline alert: four tones, with an action" wide>
      {TONES.map(tone => (
        <Alert key={tone} tone={tone} title="The key is not accepted any more">
          Ask the portrait service for a new one, and put it in here.
        </Alert>
      ))}
      <Alert
        mark={<MailIcon />}
        action={
          <IconButton small label="Dismiss">
            <CloseIcon />
          </IconButton>
        }
      >
        Invitation sent again to ada@example.com.
      </Alert>
    </Example>
  )
}
