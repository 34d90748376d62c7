import { type ApiRoute, answer } from './api-answers.ts'

/** `GET /health`, open as on running deployments, and `GET /usage` (docs/deployments.md, Usage). */
export const statusRoutes = (startedAt: number): ApiRoute[] => [
  {
    method: 'GET',
    path: '/health',
    open: true,
    run: () => answer({ status: 'ok', version: '1.9.8', description: 'Sample workspace: recordings on this computer' }),
  },
  {
    method: 'GET',
    path: '/usage',
    optional: 'usage',
    run: () => {
      const day = new Date(startedAt)
      const month = (shift: number): string =>
        `${new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + shift, 1)).toISOString().slice(0, 19)}+00:00`
      return answer({
        plan: 'sample',
        period_start: month(0),
        period_end: month(1),
        session_count: 1_204,
        browser_minutes: 3_911.4,
        agent_steps: 18_552,
        cost: { currency: 'EUR', sessions: 41.07, proxies: 3.2, total: 44.27 },
      })
    },
  },
]
