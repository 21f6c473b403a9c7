import type { ReactNode } from 'react'
import { Button, type ButtonProps } from '#components/ui/button.tsx'
import { Tooltip } from './tooltip.tsx'

type IconButtonProps = Omit<ButtonProps, 'size' | 'children' | 'aria-label'> & {
  /** The action in words: accessible name and tooltip. */
  label: string
  small?: boolean
  children: ReactNode
}

/** A button that shows only an icon. Its tooltip explains the icon on hover and on focus. */
export function IconButton({ label, small = false, variant = 'quiet', children, ...rest }: IconButtonProps) {
  return (
    <Tooltip text={label}>
      <Button variant={variant} size={small ? 'icon-small' : 'icon'} aria-label={label} {...rest}>
        {children}
      </Button>
    </Tooltip>
  )
}
