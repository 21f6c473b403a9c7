'use client'

import { useId } from 'react'
import { Button, type ButtonProps } from '#components/ui/button.tsx'
import { Tooltip } from './tooltip.tsx'

type ReasonedButtonProps = ButtonProps & {
  /** Why a press would do nothing now; null when it does something. */
  unusable: string | null
}

/** A button that may have nothing to do. Then it looks so, stays within reach of the Tab key, and says why: on hover, on focus and as its description. */
export function ReasonedButton({ unusable, variant, ...rest }: ReasonedButtonProps) {
  const id = useId()
  return (
    <>
      <Tooltip text={unusable}>
        <Button
          variant={unusable === null ? variant : 'unusable'}
          aria-describedby={unusable === null ? undefined : id}
          {...rest}
        />
      </Tooltip>
      <span id={id} hidden>
        {unusable}
      </span>
    </>
  )
}
