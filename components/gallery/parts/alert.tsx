import { Alert } from '#components/ui/alert.tsx'
import { Button } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Icon } from '#components/ui/icon.ts'
import { CloseIcon, MailIcon, SearchIcon } from '#components/ui/icons.ts'
import { Panel } from '#components/ui/panel.tsx'
import { IconButton } from '#components/ui/popup/icon-button.tsx'
import { Example } from './example.tsx'

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
        mark={<Icon of={MailIcon} />}
        action={
          <IconButton small label="Dismiss">
            <Icon of={CloseIcon} />
          </IconButton>
        }
      >
        Invitation sent again to ada@example.com.
      </Alert>
    </Example>
  )
}

export function EmptyStatePart() {
  return (
    <>
      <Example title="With a mark and a way on" wide>
        <Panel>
          <EmptyState
            title="Nobody matches"
            mark={<Icon of={SearchIcon} />}
            action={<Button>Clear filters</Button>}
          >
            No person in this project has this status and this language.
          </EmptyState>
        </Panel>
      </Example>
      <Example title="Nothing to do about it" wide>
        <Panel>
          <EmptyState title="Nothing has happened yet">What people do is written down here.</EmptyState>
        </Panel>
      </Example>
    </>
  )
}
