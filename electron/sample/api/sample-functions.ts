export type SampleFunction = { source: string; version: number; catalogueId: string; catalogueVersion: string }

const login = (
  host: string,
  user: string,
): string => `"""Signs in to ${host} and leaves the profile on its start page."""


def run(page, credentials):
    page.goto("https://${host}/login")
    page.fill("#${user}", credentials["username"])
    page.fill("#password", credentials["password"])
    page.click("text=Log in")
    if page.is_visible("#one-time-code"):
        page.fill("#one-time-code", credentials.one_time_code())
        page.click("text=Confirm")
    page.wait_for_url("**/start", timeout=30_000)
    return {"signed_in": True}
`

const verifier = (
  host: string,
): string => `"""Says whether the stored profile is still signed in. Sends no credentials."""


def run(page):
    page.goto("https://${host}/start")
    return {"signed_in": page.is_visible("nav .account-menu")}
`

/** Two connections, each with both roles. */
export const sampleFunctions = (): Map<string, SampleFunction> =>
  new Map([
    [
      'conn-supplier-portal/login',
      {
        source: login('portal.northgate.example', 'user'),
        version: 7,
        catalogueId: 'fn-form-login',
        catalogueVersion: '3',
      },
    ],
    [
      'conn-supplier-portal/verifier',
      { source: verifier('portal.northgate.example'), version: 2, catalogueId: 'fn-menu-check', catalogueVersion: '1' },
    ],
    [
      'conn-ticket-desk/login',
      {
        source: login('desk.harbour.example', 'email'),
        version: 1,
        catalogueId: 'fn-form-login',
        catalogueVersion: '4',
      },
    ],
    [
      'conn-ticket-desk/verifier',
      { source: verifier('desk.harbour.example'), version: 1, catalogueId: 'fn-menu-check', catalogueVersion: '1' },
    ],
  ])
