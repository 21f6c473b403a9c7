import { IconButton } from '#components/ui/icon-button.tsx'
import { CloseIcon, DownloadIcon, PencilIcon } from '#components/ui/icons.ts'
import { Example } from '../example.tsx'

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
