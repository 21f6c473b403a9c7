import type { ComponentType } from 'react'
import { AlertPart } from './parts/alert.tsx'
import { BadgePart } from './parts/badge.tsx'
import { ButtonPart } from './parts/button.tsx'
import { ChoicePart } from './parts/choice.tsx'
import { ComboboxPart } from './parts/combobox.tsx'
import { DialogPart } from './parts/dialog.tsx'
import { EmptyStatePart } from './parts/empty-state.tsx'
import { FileDropPart } from './parts/file-drop.tsx'
import { IconButtonPart } from './parts/icon-button.tsx'
import { InputPart } from './parts/input.tsx'
import { MenuPart } from './parts/menu.tsx'
import { ProgressPart } from './parts/progress.tsx'
import { SearchFieldPart } from './parts/search-field.tsx'
import { SelectPart } from './parts/select.tsx'
import { SheetPart } from './parts/sheet.tsx'
import { SkeletonPart } from './parts/skeleton.tsx'
import { StatesPart } from './parts/states.tsx'
import { TablePart } from './parts/table.tsx'
import { TabsPart } from './parts/tabs.tsx'
import { ToastPart } from './parts/toast.tsx'
import { TokensPart } from './parts/tokens.tsx'
import { TooltipPart } from './parts/tooltip.tsx'

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
  tabs: TabsPart,
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
