'use client'

import { createStore } from '#components/ui/browser/store.ts'
import type { EditableField } from './editable-field.ts'

type SavedCell = { employeeId: number; field: EditableField }

const saved = createStore<SavedCell | null>(null)

/** A check mark fades in the cell that was saved last. */
export const tellSaved = saved.set
export const useSavedCell = saved.use
