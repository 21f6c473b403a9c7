'use client'

import { useId } from 'react'
import { Button, type ButtonProps } from '#components/ui/button.tsx'
import { Tooltip } from './tooltip.tsx'

type ReasonedButtonProps = ButtonProps & {
  /** Reason why a press has no effect now; null when it has one. */
  unusable: string | null
}

/**
 * A button that may have no effect. It then looks disabled, stays reachable with Tab, and gives the reason on hover,
 * on focus and as its description.
 */
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
