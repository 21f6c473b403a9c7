'use client'

import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.ts'
import { ChevronDownIcon, DownloadIcon, MailIcon, PencilIcon } from '#components/ui/icons.ts'
import { Kbd } from '#components/ui/kbd.tsx'
import { Menu } from '#components/ui/popup/menu.tsx'
import { Popover } from '#components/ui/popup/popover.tsx'
import { ReasonedButton } from '#components/ui/popup/reasoned-button.tsx'
import { Tooltip } from '#components/ui/popup/tooltip.tsx'
import { toast } from '#components/ui/toast/toast.ts'
import { Example } from './example.tsx'

export function MenuPart() {
  const [compact, setCompact] = useState(false)
  const [language, setLanguage] = useState('de')
  return (
    <>
      <Example title="Menu: actions, link, toggle, choice, danger, disabled">
        <Menu
          label="More"
          align="start"
          head={<p className="font-medium">hr@example.com</p>}
          entries={[
            {
              label: 'Edit',
              icon: <Icon of={PencilIcon} />,
              keys: 'F2',
              onSelect: () => toast({ title: 'Edited' }),
            },
            {
              label: 'Copy e-mails',
              icon: <Icon of={MailIcon} />,
              onSelect: () => toast({ title: 'Copied' }),
            },
            {
              kind: 'link',
              label: 'To the buttons',
              href: '/gallery/button',
              icon: <Icon of={DownloadIcon} />,
            },
            { kind: 'line', key: 'view' },
            {
              kind: 'toggles',
              label: 'Rows',
              options: [{ label: 'Compact rows', checked: compact, onChange: setCompact }],
            },
            {
              kind: 'choice',
              label: 'Language',
              value: language,
              onChange: setLanguage,
              options: [
                { value: 'de', label: 'Deutsch' },
                { value: 'en', label: 'English' },
              ],
            },
            { kind: 'line', key: 'end' },
            { label: 'Not possible', disabled: true, onSelect: () => undefined },
            {
              label: 'Delete …',
              tone: 'danger',
              onSelect: () => toast({ title: 'Deleted', tone: 'danger' }),
            },
          ]}
          button={props => (
            <Button {...props}>
              More
              <Icon of={ChevronDownIcon} />
            </Button>
          )}
        />
      </Example>
      <Example title="Popover">
        <Popover
          title="The budget of calls"
          align="start"
          button={props => <Button {...props}>96 of 120</Button>}
        >
          <p className="text-muted text-sm">
            The service allows 120 calls a minute. 24 were used in the last 60 seconds.
          </p>
        </Popover>
      </Example>
    </>
  )
}

export function TooltipPart() {
  return (
    <>
      <Example title="Tooltip: rest on it, or reach it by keyboard">
        <Tooltip text="Exactly 21 November 2026, 15:42">
          <Button>Above</Button>
        </Tooltip>
        <Tooltip text="Below, when above is no room or no sense" side="bottom">
          <Button>Below</Button>
        </Tooltip>
      </Example>
      <Example title="A button that has nothing to do, and says why">
        <ReasonedButton variant="primary" unusable="Nobody has an approved photo yet.">
          Download photos
        </ReasonedButton>
        <ReasonedButton variant="primary" unusable={null}>
          Download photos
        </ReasonedButton>
      </Example>
      <Example title="Keys">
        <Kbd>/</Kbd>
        <Kbd>Ctrl K</Kbd>
        <Kbd>Esc</Kbd>
      </Example>
    </>
  )
}
