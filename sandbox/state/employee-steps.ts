export const EMPLOYEE_STEPS = ['upload', 'edit', 'finish', 'approve', 'retake'] as const
export type EmployeeStep = (typeof EMPLOYEE_STEPS)[number]
