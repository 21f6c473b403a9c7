import { Button, buttonClass } from '#components/ui/button.tsx'
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
            <DownloadIcon />
            With icon
          </Button>
          <Button variant={variant} size="small">
            Small
          </Button>
          <Button variant={variant} busy>
            <DownloadIcon />
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
        <PencilIcon />
      </IconButton>
      <IconButton small label="Close">
        <CloseIcon />
      </IconButton>
      <IconButton variant="secondary" label="Download">
        <DownloadIcon />
      </IconButton>
      <IconButton busy label="Downloading">
        <DownloadIcon />
      </IconButton>
      <IconButton disabled label="Cannot be edited">
        <PencilIcon />
      </IconButton>
    </Example>
  )
}
