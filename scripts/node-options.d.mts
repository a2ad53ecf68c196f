export const options: string[]
export const environment: Record<string, string>
