/** The body of a request to the sandbox for a PIX charge of R$ 19,90. */
export const pixOf = (orderId: string, webhookUrl: string) => ({
  order_id: orderId,
  method: 'pix',
  amount: 1_990,
  currency: 'BRL',
  description: 'Um e-book',
  customer: {
    name: 'Fulano de Tal',
    email: 'fulano@example.com',
    document: '52998224725',
    phone: '11912345678',
  },
  webhook_url: webhookUrl,
});
