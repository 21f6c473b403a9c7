'use client'

import { useState } from 'react'
import { Combobox } from '#components/ui/popup/combobox.tsx'
import { Example } from './example.tsx'

const PROJECTS = [
  { value: '1', label: 'Zentrale Köln – Herbst', hint: 'P-2026-001' },
  { value: '2', label: 'Werk Görlitz', hint: 'P-2026-002' },
  { value: '3', label: 'Vertrieb Süd', hint: 'P-2026-003' },
  ...Array.from({ length: 40 }, (_, index) => ({
    value: String(index + 4),
    label: `Filiale ${index + 4}`,
    hint: `P-2025-${String(index + 4).padStart(3, '0')}`,
  })),
]

export function ComboboxPart() {
  const [project, setProject] = useState<string | null>(null)
  const texts = { searchLabel: 'Search projects', emptyText: 'No project is called that.' }
  return (
    <Example title="Nothing chosen, invalid, disabled" wide>
      <div className="grid max-w-3xl gap-5 sm:grid-cols-3">
        <Combobox
          label="Project"
          placeholder="Choose a project"
          options={PROJECTS}
          value={project}
          onChange={setProject}
          {...texts}
        />
        <Combobox
          label="Invalid project"
          aria-invalid
          placeholder="Choose a project"
          options={PROJECTS}
          value={null}
          onChange={setProject}
          {...texts}
        />
        <Combobox
          label="Fixed project"
          disabled
          options={PROJECTS}
          value="2"
          onChange={setProject}
          {...texts}
        />
      </div>
    </Example>
  )
}
