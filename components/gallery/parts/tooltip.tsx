import { Button } from '#components/ui/button.tsx'
import { Kbd } from '#components/ui/kbd.tsx'
import { Tooltip } from '#components/ui/tooltip.tsx'
import { Example } from '../example.tsx'

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
      <Example title="Keys">
        <Kbd>/</Kbd>
        <Kbd>Ctrl K</Kbd>
        <Kbd>Esc</Kbd>
      </Example>
    </>
  )
}
