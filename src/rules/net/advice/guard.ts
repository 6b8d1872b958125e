import type { Advice } from '../../../model/finding.ts';
import { alertRule } from '../../advice/watch.ts';

/** One Prometheus alert over node_exporter's figures. */
export function guard(does: string, name: string, expr: string, summary: string, risk: string): Advice['guard'] {
  const prometheusRule = alertRule({ name, expr, holds: '5m', summary: `${summary} on {{ $labels.instance }}` });
  return [{ does, prometheusRule, risk, undo: 'remove the rule and reload Prometheus' }];
}
