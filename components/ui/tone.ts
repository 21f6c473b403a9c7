/** Meaning of a colour. A word always carries the same meaning. */
export type Tone = 'neutral' | 'accent' | 'positive' | 'warning' | 'danger' | 'info'

export const toneText: Record<Tone, string> = {
  neutral: 'text-muted',
  accent: 'text-accent-text',
  positive: 'text-positive',
  warning: 'text-warning',
  danger: 'text-danger',
  info: 'text-info',
}

export const toneSoft: Record<Tone, string> = {
  neutral: 'bg-sunken text-muted',
  accent: 'bg-accent-soft text-accent-text',
  positive: 'bg-positive-soft text-positive',
  warning: 'bg-warning-soft text-warning',
  danger: 'bg-danger-soft text-danger',
  info: 'bg-info-soft text-info',
}

export const toneFill: Record<Tone, string> = {
  neutral: 'text-fill-neutral',
  accent: 'text-fill-accent',
  positive: 'text-fill-positive',
  warning: 'text-fill-warning',
  danger: 'text-fill-danger',
  info: 'text-fill-info',
}
