"""Mail: what a row of the outbox becomes, and how it leaves the house."""
