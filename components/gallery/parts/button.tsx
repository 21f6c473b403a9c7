import { Button } from '#components/ui/button.tsx'
import { buttonClass } from '#components/ui/button-class.ts'
import { DownloadIcon } from '#components/ui/icons.ts'
import { Example } from '../example.tsx'

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
