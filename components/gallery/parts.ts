import type { ComponentType } from 'react'
import { AlertPart, EmptyStatePart } from './parts/alert.tsx'
import { BadgePart } from './parts/badge.tsx'
import { ButtonPart, IconButtonPart } from './parts/button.tsx'
import { ChoicePart } from './parts/choice.tsx'
import { ComboboxPart } from './parts/combobox.tsx'
import { DialogPart, SheetPart } from './parts/dialog.tsx'
import { FileDropPart } from './parts/file-drop.tsx'
import { InputPart, SelectPart } from './parts/input.tsx'
import { MenuPart, TooltipPart } from './parts/menu.tsx'
import { SearchFieldPart } from './parts/search-field.tsx'
import { ProgressPart, SkeletonPart } from './parts/skeleton.tsx'
import { StatesPart } from './parts/states.tsx'
import { TablePart } from './parts/table.tsx'
import { ToastPart } from './parts/toast.tsx'
import { TokensPart } from './parts/tokens.tsx'

export const parts = {
  tokens: TokensPart,
  states: StatesPart,
  button: ButtonPart,
  'icon-button': IconButtonPart,
  input: InputPart,
  'search-field': SearchFieldPart,
  select: SelectPart,
  combobox: ComboboxPart,
  choice: ChoicePart,
  dialog: DialogPart,
  sheet: SheetPart,
  menu: MenuPart,
  tooltip: TooltipPart,
  toast: ToastPart,
  badge: BadgePart,
  progress: ProgressPart,
  skeleton: SkeletonPart,
  table: TablePart,
  'empty-state': EmptyStatePart,
  alert: AlertPart,
  'file-drop': FileDropPart,
} as const satisfies Record<string, ComponentType>

export type Part = keyof typeof parts

export function isPart(name: string): name is Part {
  return Object.hasOwn(parts, name)
}
