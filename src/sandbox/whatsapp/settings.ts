/** How the sandbox is known to the server: what an operator copies from Meta's pages for a real number. */
export interface SandboxSettings {
  phoneNumberId: string;
  businessId: string;
  accessToken: string;
  appSecret: string;
  verifyToken: string;
  displayNumber: string;
  verifiedName: string;
}

/** The settings of the demo profile. They are public, like its passwords. */
export const demoSandbox: SandboxSettings = {
  phoneNumberId: '100000000000001',
  businessId: '200000000000001',
  accessToken: 'molde-demo-token',
  appSecret: 'molde-demo-app-secret',
  verifyToken: 'molde-demo-verify',
  displayNumber: '+55 31 3555-0142',
  verifiedName: 'Acme Comercial',
};
