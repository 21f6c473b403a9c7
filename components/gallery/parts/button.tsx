import { Button, buttonClass } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.ts'
import { CloseIcon, DownloadIcon, PencilIcon } from '#components/ui/icons.ts'
import { IconButton } from '#components/ui/popup/icon-button.tsx'
import { Example } from './example.tsx'

const VARIANTS = ['primary', 'secondary', 'quiet', 'danger', 'destroy'] as const

export function ButtonPart() {
  return (
    <>
      {VARIANTS.map(variant => (
        <Example key={variant} title={variant}>
          <Button variant={variant}>Download photos</Button>
          <Button variant={variant}>
            <Icon of={DownloadIcon} />
            With icon
          </Button>
          <Button variant={variant} size="small">
            Small
          </Button>
          <Button variant={variant} busy>
            <Icon of={DownloadIcon} />
            Busy
          </Button>
          <Button variant={variant} disabled>
            Disabled
          </Button>
          <Button variant={variant} aria-expanded>
            Expanded
          </Button>
          <a href="#link" className={buttonClass({ variant })}>
            Go to projects
          </a>
        </Example>
      ))}
    </>
  )
}

export function IconButtonPart() {
  return (
    <Example title="Quiet, small, secondary, busy, disabled">
      <IconButton label="Edit">
        <Icon of={PencilIcon} />
      </IconButton>
      <IconButton small label="Close">
        <Icon of={CloseIcon} />
      </IconButton>
      <IconButton variant="secondary" label="Download">
        <Icon of={DownloadIcon} />
      </IconButton>
      <IconButton busy label="Downloading">
        <Icon of={DownloadIcon} />
      </IconButton>
      <IconButton disabled label="Cannot be edited">
        <Icon of={PencilIcon} />
      </IconButton>
    </Example>
  )
}
