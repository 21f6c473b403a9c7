import type { IconNode } from 'lucide'
import { type ComponentProps, createElement } from 'react'
import { cx } from './cx.ts'

type IconProps = Omit<ComponentProps<'svg'>, 'children'> & {
  /** An icon of `icons.ts`: its shapes, in a square of 24. */
  of: IconNode
}

/** An icon in the colour of the surrounding text. */
export function Icon({ of: shapes, className, ...svg }: IconProps) {
  return createElement(
    'svg',
    {
      'aria-hidden': true,
      viewBox: '0 0 24 24',
      fill: 'none',
      stroke: 'currentColor',
      strokeWidth: 2,
      strokeLinecap: 'round',
      strokeLinejoin: 'round',
      className: cx('icon', className),
      ...svg,
    },
    ...shapes.map(([name, attributes]) => createElement(name, attributes)),
  )
}
