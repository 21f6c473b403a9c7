import type { ComponentProps } from 'react'
import { controlClass } from './control-class.ts'

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input className={controlClass(className)} {...rest} />
}
